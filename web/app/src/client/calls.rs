//! One method a call that pages use, typed. Answers of another kind than the protocol says are faults.

use namesake_protocol::*;
use web_sys::Blob;

use super::{Answer, Client};

/// Takes the one variant that the protocol names for a call.
macro_rules! expect {
    ($answer:expr, $variant:ident) => {
        match $answer.answer().await?.reply {
            Reply::$variant(value) => Ok(value),
            _ => Err(unexpected()),
        }
    };
}

fn unexpected() -> ApiError {
    ApiError::new(
        ErrorCode::Internal,
        "The engine answered something else than was asked.",
        "Reload the page. If it happens again, report this message.",
    )
}

/// A page of the entities list: plain, or found by a search with tier and reasons.
pub enum EntityPage {
    Listed(Page<EntityRow>),
    Found(Page<Candidate>),
}

impl Client {
    pub async fn open(&self, options: OpenOptions) -> Result<Opened, ApiError> {
        expect!(self.ask(Call::Open(options), None, None), Opened)
    }

    pub async fn entities(
        &self,
        space: String,
        search: Option<String>,
        cursor: Option<String>,
        limit: u32,
    ) -> Result<EntityPage, ApiError> {
        match self.ask(Call::Entities { space, search, cursor, limit }, None, None).answer().await?.reply {
            Reply::Entities(page) => Ok(EntityPage::Listed(page)),
            Reply::Found(page) => Ok(EntityPage::Found(page)),
            _ => Err(unexpected()),
        }
    }

    pub async fn resolve_entity(&self, space: String, name: String) -> Result<Resolution, ApiError> {
        expect!(self.ask(Call::ResolveEntity { space, name, cursor: None }, None, None), Resolved)
    }

    pub async fn entity(&self, space: String, id: String, cursor: Option<String>) -> Result<EntityView, ApiError> {
        expect!(self.ask(Call::Entity { space, id, cursor }, None, None), Entity).map(|view| *view)
    }

    pub async fn sources(&self, space: String, cursor: Option<String>) -> Result<Page<SourceRow>, ApiError> {
        expect!(self.ask(Call::Sources { space, cursor }, None, None), Sources)
    }

    pub async fn spaces(&self) -> Result<Vec<String>, ApiError> {
        expect!(self.ask(Call::Spaces, None, None), Spaces)
    }

    pub async fn inbox_counts(&self, space: String) -> Result<InboxCounts, ApiError> {
        expect!(self.ask(Call::InboxCounts { space }, None, None), Counts)
    }

    pub async fn inbox_list(
        &self,
        space: String,
        filter: InboxFilter,
        cursor: Option<String>,
        limit: u32,
    ) -> Result<Page<QuestionRow>, ApiError> {
        expect!(self.ask(Call::InboxList { space, filter, cursor, limit }, None, None), Inbox)
    }

    pub async fn inbox_get(&self, space: String, id: String) -> Result<QuestionView, ApiError> {
        expect!(self.ask(Call::InboxGet { space, id }, None, None), Question).map(|view| *view)
    }

    pub async fn preview(&self, space: String, id: String, decision: Decision) -> Result<Preview, ApiError> {
        expect!(self.ask(Call::Preview { space, id, decision }, None, None), Preview)
    }

    pub async fn decide(&self, space: String, id: String, decision: Decision) -> Result<Decided, ApiError> {
        expect!(self.ask(Call::Decide { space, id, decision }, None, None), Decided).map(|decided| *decided)
    }

    pub async fn decide_many(
        &self,
        space: String,
        items: Vec<(String, Decision)>,
    ) -> Result<Vec<DecidedItem>, ApiError> {
        expect!(self.ask(Call::DecideMany { space, items }, None, None), DecidedMany)
    }

    pub async fn preview_edit(&self, space: String, edit: Edit) -> Result<Preview, ApiError> {
        expect!(self.ask(Call::PreviewEdit { space, edit }, None, None), Preview)
    }

    pub async fn edit(&self, space: String, edit: Edit, reason: Option<String>) -> Result<Edited, ApiError> {
        expect!(self.ask(Call::Edit { space, edit, reason }, None, None), Edited).map(|edited| *edited)
    }

    pub async fn refresh(&self, space: String, id: String) -> Result<QuestionView, ApiError> {
        expect!(self.ask(Call::Refresh { space, id }, None, None), Question).map(|view| *view)
    }

    pub async fn undo(&self, space: String, id: String, together: bool) -> Result<Undone, ApiError> {
        expect!(self.ask(Call::Undo { space, id, together }, None, None), Undone)
    }

    pub async fn history(
        &self,
        space: String,
        decisions_only: bool,
        entity: Option<String>,
        cursor: Option<String>,
        limit: u32,
    ) -> Result<Page<HistoryRow>, ApiError> {
        let bulk = None;
        expect!(self.ask(Call::History { space, decisions_only, entity, bulk, cursor, limit }, None, None), History)
    }

    pub async fn why_not(&self, space: String, a: String, b: String) -> Result<WhyNot, ApiError> {
        expect!(self.ask(Call::WhyNot { space, a, b }, None, None), WhyNot)
    }

    pub async fn claims(
        &self,
        space: String,
        filter: ClaimFilter,
        cursor: Option<String>,
        limit: u32,
    ) -> Result<Page<ClaimRow>, ApiError> {
        expect!(self.ask(Call::Claims { space, filter, cursor, limit }, None, None), Claims)
    }

    pub async fn event(&self, space: String, id: String, cursor: Option<String>) -> Result<EventView, ApiError> {
        expect!(self.ask(Call::Event { space, id, cursor }, None, None), Event).map(|view| *view)
    }

    pub async fn search_text(
        &self,
        space: String,
        text: String,
        cursor: Option<String>,
        limit: u32,
    ) -> Result<Page<TextHit>, ApiError> {
        expect!(self.ask(Call::SearchText { space, text, cursor, limit }, None, None), TextFound)
    }

    pub async fn predicates(
        &self,
        space: String,
        cursor: Option<String>,
        limit: u32,
    ) -> Result<Page<PredicateRow>, ApiError> {
        expect!(self.ask(Call::Predicates { space, cursor, limit }, None, None), Predicates)
    }

    pub async fn declare_predicate(
        &self,
        space: String,
        predicate: String,
        single_valued: bool,
    ) -> Result<PredicatesSaid, ApiError> {
        let predicates = vec![predicate];
        expect!(self.ask(Call::DeclarePredicates { space, predicates, single_valued }, None, None), PredicatesSaid)
    }

    pub async fn short_forms(
        &self,
        space: String,
        cursor: Option<String>,
        limit: u32,
    ) -> Result<Page<ShortFormRow>, ApiError> {
        expect!(self.ask(Call::ShortForms { space, cursor, limit }, None, None), ShortForms)
    }

    pub async fn add_short_forms(&self, space: String, forms: Vec<ShortForm>) -> Result<ShortFormsSaid, ApiError> {
        expect!(self.ask(Call::AddShortForms { space, forms }, None, None), ShortFormsSaid)
    }

    pub async fn remove_short_forms(&self, space: String, forms: Vec<ShortForm>) -> Result<ShortFormsSaid, ApiError> {
        expect!(self.ask(Call::RemoveShortForms { space, forms }, None, None), ShortFormsSaid)
    }

    pub async fn organize(&self, space: String) -> Result<OrganizeReport, ApiError> {
        expect!(self.ask(Call::Organize { space, budget: None }, None, None), Organized)
    }

    pub async fn verify(&self) -> Result<VerifyReport, ApiError> {
        expect!(self.ask(Call::Verify, None, None), Verified)
    }

    pub async fn rebuild(&self) -> Result<(), ApiError> {
        match self.ask(Call::Rebuild, None, None).answer().await?.reply {
            Reply::Done => Ok(()),
            _ => Err(unexpected()),
        }
    }

    pub async fn export(&self) -> Result<(Blob, ExportReport), ApiError> {
        match self.ask(Call::Export, None, None).answer().await? {
            Answer { reply: Reply::Exported(report), file: Some(file) } => Ok((file, report)),
            _ => Err(unexpected()),
        }
    }

    pub async fn export_contacts(&self, space: String, form: ContactsForm) -> Result<(Blob, ContactsReport), ApiError> {
        match self.ask(Call::ExportContacts { space, form }, None, None).answer().await? {
            Answer { reply: Reply::ContactsExported(report), file: Some(file) } => Ok((file, report)),
            _ => Err(unexpected()),
        }
    }

    pub async fn import(&self, file: &Blob, partial: bool) -> Result<RestoreReport, ApiError> {
        expect!(self.ask(Call::Import { partial }, Some(file), None), Restored)
    }

    pub async fn persist(&self) -> Result<StorageTruth, ApiError> {
        // Only a page may ask, at a gesture; the engine then tells what holds. A refusal is an answer, too.
        if let Some(window) = web_sys::window()
            && let Ok(asked) = window.navigator().storage().persist()
        {
            let _ = wasm_bindgen_futures::JsFuture::from(asked).await;
        }
        expect!(self.ask(Call::Persist, None, None), Storage)
    }
}

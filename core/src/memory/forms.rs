//! Calls about short forms of names.

use super::{Context, Memory, errors};
use crate::forms::{Intent, Said, SayError, say};
use crate::model::ShortForm;
use crate::names::tables::{FORM_BYTES, FormFault, FormKind};
use crate::policy::FORMS;
use crate::protocol::{self, ApiError, ErrorCode, Reply, ShortFormsSaid};
use crate::store::Store;
use uuid::Uuid;

impl<S: Store> Memory<S> {
    /// Adds the short forms that a host gives at opening, where nothing was said of them yet. Nothing is stored if nothing is
    /// new.
    ///
    /// # Errors
    /// `bad_form`, `too_many_forms`, and those of the store.
    pub async fn offer_short_forms(
        &mut self,
        space: &str,
        forms: &[protocol::ShortForm],
        context: Context,
    ) -> Result<(), ApiError> {
        if forms.is_empty() {
            return Ok(());
        }
        self.say_short_forms(space, forms, Intent::Offer, context).await.map(drop)
    }

    pub(super) async fn say_short_forms(
        &mut self,
        space: &str,
        forms: &[protocol::ShortForm],
        intent: Intent,
        context: Context,
    ) -> Result<Reply, ApiError> {
        if forms.len() > FORMS {
            return Err(from_say(SayError::TooMany));
        }
        let forms: Vec<ShortForm> = forms.iter().map(stored).collect();
        let (Said { statements, changed, settled }, left) = self
            .execute(space, context, |draft| {
                let said = say(draft, &forms, intent).map_err(from_say)?;
                Ok((said, draft.space().unpaired.len()))
            })
            .await?;
        let ids = |ids: Vec<Uuid>| ids.iter().map(Uuid::to_string).collect();
        Ok(Reply::ShortFormsSaid(ShortFormsSaid {
            statements: ids(statements),
            changed: changed as u32,
            opened: ids(settled.opened),
            closed: ids(settled.closed),
            left: left as u32,
        }))
    }
}

fn stored(form: &protocol::ShortForm) -> ShortForm {
    let kind = match form.kind {
        protocol::FormKind::GivenName => FormKind::GivenName,
        protocol::FormKind::Abbreviation => FormKind::Abbreviation,
    };
    ShortForm { kind, short: form.short.trim().to_owned(), long: form.long.trim().to_owned() }
}

fn from_say(error: SayError) -> ApiError {
    match error {
        SayError::Form(short, long, fault) => {
            let why = match fault {
                FormFault::Empty => "one of them has no letters or digits".to_owned(),
                FormFault::TooLong => format!("one of them has over {FORM_BYTES} bytes"),
                FormFault::SeveralWords => {
                    "a short form of a given name and its full form are one word each".to_owned()
                }
                FormFault::Initial => "a single letter fits every name that begins with it".to_owned(),
                FormFault::NoGivenName => "a particle or a number is no given name".to_owned(),
                FormFault::Same => "they are the same but for case, accents or spaces".to_owned(),
            };
            // A form that is too long is not repeated whole.
            let shown = |text: String| if text.len() > FORM_BYTES { "…".to_owned() } else { text };
            let message = format!("“{}” cannot be short for “{}”: {why}.", shown(short), shown(long));
            ApiError::new(ErrorCode::BadForm, message, "Correct the forms and try again. Nothing was changed.")
        }
        SayError::TooMany => ApiError::new(
            ErrorCode::TooManyForms,
            format!("A space keeps at most {FORMS} short forms, those removed included. Nothing was changed."),
            "Add fewer.",
        ),
        SayError::Internal(text) => errors::internal(text),
    }
}

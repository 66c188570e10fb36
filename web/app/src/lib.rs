//! The review app: where the owner decides who is who.
//!
//! It shows what the engine worker says and sends back what the owner decides. It must not hold identity rules,
//! storage or a copy of the memory, and it never sets markup from text.
//!
//! # What tests hold on to
//!
//! What tests use or look at carries a stable `data-testid`:
//!
//! | where | ids |
//! |---|---|
//! | frame | `nav-inbox`, `nav-kind-alias` (`merge`, `ambiguity`, `collision`, `new-name`, `contradiction`), `nav-snoozed`, `nav-decided`, `nav-held`, `nav-entities`, `nav-sources`, `nav-short-forms`, `nav-predicates`, `nav-history`, `nav-import`, `nav-menu`, `space`, `status` (text begins `saved` or `saving…`; `data-saving` counts), `offline`, `held`, `remind-export`, `damaged`, `update`, `live-polite`, `live-assertive`, `open-help`, `open-palette`, `notice`, `notice-close` |
//! | import | `welcome`, `file-input`, `choose-files`, `folder-input`, `choose-folder`, `load-sample`, `import-export`, `import-item` (`data-name`, `data-state`=waiting, running, done, failed, cancelled, left-out, export, asks), `import-asks`, `date-order-day`, `date-order-month`, `import-zone`, `import-charset`, `import-column` (`data-header`), `import-answer`, `import-leave`, `import-is-export`, `import-this-export`, `import-progress`, `import-cancel`, `import-error`, `import-report`, `import-retimed`, `import-parts` (`data-total`, `data-read`), `import-part` (`data-name`, `data-code`), `import-refused`, `organize-report` (`data-state`), `organize-cancel`, `go-to-inbox` |
//! | inbox | `inbox-search`, `inbox-list`, `question-row` (`data-id`, `data-kind`, `data-state`=open, saving, failed), `row-reason`, `row-tick` (`data-id`), `load-more`, `inbox-count`, `inbox-empty`, `inbox-none`, `inbox-everything`, `inbox-held`, `narrow`, `narrow-reason`, `narrow-age`, `narrow-unopposed`, `narrowed-entity`, `narrow-all`, `back` |
//! | many at once | `bulk` (`data-ticked`), `tick-all`, `many-accept`, `many-reject`, `many-cant-tell`, `many-snooze`, `many-unopposed`, `many-looking`, `many-items`, `many-item` (`data-id`), `many-none`, `many-beyond`, `many-unlisted`, `many-left-out`, `many-confirm`, `many-saving`, `many-told`, `many-failed`, `many-problem` |
//! | question | `question` (`data-id`, `data-kind`, `data-status`), `question-title`, `said`, `reasons`, `score`, `compare`, `effect`, `why`, `tick-1`…, `survivor-1`…, `candidate-1`…, `rivals`, `rival` (`data-id`, `data-supports`), `rival-1`…, `effect-keep`, `act-accept`, `act-reject`, `act-cant-tell`, `act-snooze`, `act-someone-new`, `act-undo`, `act-undo-top`, `act-refresh`, `too-few`, `held-back`, `held-members`, `stale`, `decisions`, `earlier`, `earlier-decision` (`data-id`) |
//! | entities | `entity-search`, `entity-row` (`data-id`), `tier`, `entity`, `entity-name`, `entity-names`, `entity-fields`, `entity-mentions`, `entity-mention` (`data-provisional`), `entity-claims`, `entity-claim` (`data-supports`), `entity-past`, `sentences-found`, `sentence-row`, `entity-questions`, `entity-group`, `entity-not-same`, `entity-inbox`, `entity-history`, `unknown-entity`, `open-edit`, `open-split`, `open-relate`, `why-not`, `why-not-search`, `why-not-search-choice` (`data-id`), `why-not-search-count`, `why-not-answer`, `why-not-said` (`data-code`), `why-not-question`, `why-not-likelihood` |
//! | forms of an entity | `form-back`, `form-title`, `edit-bar` (`data-state`=none, looking, refused, same, ready, saving), `edit-preview`, `edit-refused`, `edit-problem`, `edit-look`, `edit-why`, `edit-store`, `edit-cancel` |
//! | edit | `edit-form`, `edit-names`, `edit-name-row`, `edit-name-prefer`, `edit-name-remove`, `edit-add-name`, `edit-name`, `edit-prefer`, `edit-name-add`, `edit-fields`, `edit-field-row`, `edit-field-remove`, `edit-add-field`, `edit-field`, `edit-value`, `edit-field-add`, `edit-set-kind`, `edit-kind`, `edit-kind-set` |
//! | split | `split-form`, `split-name`, `split-kind`, `split-things`, `split-thing`, `split-where`, `split-mentions`, `split-mention` |
//! | relate | `relate-form`, `relate-search`, `relate-search-choice` (`data-id`), `relate-search-count`, `relate-other` (`data-id`), `relate-ask`, `relate-merge`, `relate-not-same`, `relate-survivors`, `relate-survivor-1`, `relate-survivor-2` |
//! | sources | `source-row` |
//! | short forms | `short-form-add`, `short-form`, `short-form-kind`, `long-form`, `short-form-submit`, `short-form-problem`, `short-forms`, `short-forms-none`, `short-form-row`, `short-form-remove` |
//! | predicates | `predicate-add`, `predicate`, `predicate-submit`, `predicate-problem`, `predicates`, `predicates-none`, `predicate-row` (`data-predicate`, `data-single`), `predicate-change` |
//! | an event | `to-event`, `event` (`data-id`), `event-back`, `event-text`, `event-whole`, `event-damaged`, `event-mentions`, `event-mention` (`data-outcome`, `data-provisional`), `event-suggested`, `event-claims`, `event-claim`, `event-not-stored` (`data-reason`) |
//! | history | `decisions-only`, `history-entity`, `history-all`, `history-none`, `history-row` (`data-id`, `data-operation`), `checksum`, `history-undo`, `history-undo-all`, `history-verify`, `verify-report` (`data-faults`), `rebuild`, `export`, `export-vcard`, `export-csv`, `choose-export`, `import-export`, `restore-report`, `import-sound-part`, `persist`, `storage` |
//! | dialogs | `dialog`, `dialog-close`, `single-keys`, `unopposed`, `palette-input`, `palette-item` (`data-action`), `undo-first`, `undo-together` |
//! | trouble | `trouble` (`data-code`), `trouble-retry`, `trouble-start-empty`, `import-export`, `boot-trouble` |

mod client;
mod frame;
mod pages;
mod parts;
mod route;
mod store;
#[cfg(test)]
mod tests;

/// Starts the app in the document's body.
pub fn start() {
    client::boot::report_panics();
    leptos::mount::mount_to_body(frame::Frame);
    client::boot::drawn();
}

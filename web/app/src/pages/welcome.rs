//! An empty memory: what this is, in a minute, and three ways to begin.

use leptos::prelude::*;

use super::import::{ChooseFiles, LoadSample};
use super::keeping::ImportExport;

/// The first screen.
#[component]
pub fn Welcome() -> impl IntoView {
    view! {
        <main class="single welcome" data-testid="welcome">
            <svg class="hero" viewBox="0 0 120 64" preserveAspectRatio="xMinYMid" aria-hidden="true">
                <circle cx="44" cy="32" r="26" />
                <circle cx="76" cy="32" r="26" />
            </svg>
            <h1>"Who is who, decided by you"</h1>
            <p class="lead">
                "Your contacts say Ravi Shankar, the team thread says Ravi S., and two different people are called Dana. "
                "Namesake reads both, links what is certain, and asks you about the rest: one question at a time, with the sentence in front of you."
            </p>
            <ul class="promises">
                <li><b>"It never guesses."</b>" Nothing is joined until you accept it."</li>
                <li><b>"One key a question."</b>" Accept, not the same, can’t tell, later. Every decision can be taken back."</li>
                <li><b>"It stays here."</b>" Everything is kept in this browser and works offline. Nothing is sent anywhere."</li>
            </ul>
            <div class="start">
                <LoadSample primary=true />
                <ChooseFiles />
            </div>
            <p class="soft">
                "The sample is made up: a few contacts and a conversation in which they are mentioned. "
                "Your own files: contacts (.vcf, .csv, .ldif), chats and transcripts as text (.txt, .vtt, .srt), conversations as JSON Lines (.jsonl). Drop them anywhere on this window."
            </p>
            <details class="more-ways">
                <summary>"I have an export of a memory"</summary>
                <ImportExport />
            </details>
        </main>
    }
}

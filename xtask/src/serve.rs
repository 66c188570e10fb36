//! A small static server for the built site, on this machine's loopback address only.
//!
//! It is what people open and what the tests open, so both get the headers that a real host must send.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use tiny_http::{Header, Method, Request, Response, Server};

use crate::args::Args;
use crate::build::{self, Mode};
use crate::csp;
use crate::error::{Error, Result};
use crate::paths;

/// Where the app is served unless told otherwise.
const PORT: u16 = 8017;

/// Enough for one browser's connections.
const THREADS: usize = 6;

/// `cargo xtask serve`: builds, serves until it is stopped.
///
/// # Errors
/// The build fails, or the port is taken.
pub fn task(mut args: Args) -> Result<()> {
    let port = match args.value("--port")? {
        None => PORT,
        Some(text) => text.parse().map_err(|_| Error::Usage(format!("`{text}` is not a port")))?,
    };
    let built = args.flag("--no-build");
    let mode = Mode::from_args(&mut args);
    args.finish()?;
    if !built {
        build::dist(mode)?;
    }
    let site = Site::start(port, paths::dist())?;
    println!("Namesake is at {}\nStop it with Ctrl-C.", site.url());
    site.wait();
    Ok(())
}

/// A running server. It ends with the process.
pub struct Site {
    port: u16,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Site {
    /// Serves a folder on the loopback address; port 0 takes a free one.
    ///
    /// # Errors
    /// The port is taken.
    pub fn start(port: u16, folder: PathBuf) -> Result<Self> {
        let server = Server::http(("127.0.0.1", port)).map_err(|error| {
            Error::Check(format!("Port {port} cannot be used ({error}); choose another with --port"))
        })?;
        let port = server.server_addr().to_ip().map_or(port, |address| address.port());
        let server = Arc::new(server);
        let folder: Arc<Path> = folder.into();
        let threads = (0..THREADS)
            .map(|_| {
                let (server, folder) = (Arc::clone(&server), Arc::clone(&folder));
                thread::spawn(move || {
                    for request in server.incoming_requests() {
                        // A browser that went away is not our failure.
                        let _ = answer(&folder, request);
                    }
                })
            })
            .collect();
        Ok(Self { port, threads })
    }

    /// The address to open.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Serves until the process is stopped.
    pub fn wait(self) {
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

fn answer(folder: &Path, request: Request) -> std::io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(with_headers(Response::from_string("Only GET").with_status_code(405), "text/plain"));
    }
    let Some(path) = file_for(request.url()) else {
        return not_found(request);
    };
    match fs::read(folder.join(&path)) {
        Ok(bytes) => request.respond(with_headers(Response::from_data(bytes), mime(&path))),
        Err(_) => not_found(request),
    }
}

fn not_found(request: Request) -> std::io::Result<()> {
    request.respond(with_headers(Response::from_string("Not found").with_status_code(404), "text/plain"))
}

fn with_headers<R: std::io::Read>(response: Response<R>, mime: &str) -> Response<R> {
    let headers = [
        ("Content-Type", mime),
        ("Content-Security-Policy", &csp::header()),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        // The service worker keeps the files; the browser's own cache would only make them stale.
        ("Cache-Control", "no-cache"),
    ];
    headers
        .iter()
        .filter_map(|(name, value)| Header::from_bytes(*name, *value).ok())
        .fold(response, Response::with_header)
}

/// The file of the site that a URL asks for. A path whose last part has no dot is a place inside the app.
fn file_for(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    if path.split('/').any(|part| part == ".." || part.contains(['\\', '\0', '%', ':'])) {
        return None;
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    Some(if last.contains('.') { path.to_owned() } else { "index.html".to_owned() })
}

/// The media type by the file's ending; nothing is guessed, since `nosniff` is sent.
fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "vcf" => "text/vcard; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "txt" | "md" | "ts" | "tsv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_links_open_the_app_and_files_are_files() {
        for (url, file) in [
            ("/", "index.html"),
            ("/inbox/42?kind=alias", "index.html"),
            ("/style.css?v=1", "style.css"),
            ("/app/namesake_app_bg.wasm", "app/namesake_app_bg.wasm"),
        ] {
            assert_eq!(file_for(url).as_deref(), Some(file), "{url}");
        }
    }

    #[test]
    fn nothing_outside_the_site_is_served() {
        for url in ["/../Cargo.toml", "/a/../../x.js", "/%2e%2e/x.js", "/..\\x.js", "/c:/x.js"] {
            assert_eq!(file_for(url), None, "{url}");
        }
    }

    #[test]
    fn modules_get_the_type_that_browsers_insist_on() {
        assert_eq!(mime("engine/namesake_engine_bg.wasm"), "application/wasm");
        assert_eq!(mime("manifest.webmanifest"), "application/manifest+json");
    }
}

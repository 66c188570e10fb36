//! A small static server for the built site, on this machine's loopback address only.
//!
//! It is what people open and what the tests open, so both get the headers that a real host must send.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::args::Args;
use crate::build::{self, Mode};
use crate::csp;
use crate::error::{Context, Error, Result};
use crate::paths;

/// Where the app is served unless told otherwise.
const PORT: u16 = 8017;

/// How long a browser may leave a connection unused.
const IDLE: Duration = Duration::from_secs(60);

/// A request's head is never near this many bytes.
const LONGEST_HEAD: u64 = 16 * 1024;

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
    listening: thread::JoinHandle<()>,
}

impl Site {
    /// Serves a folder on the loopback address; port 0 takes a free one.
    ///
    /// # Errors
    /// The port is taken.
    pub fn start(port: u16, folder: PathBuf) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).map_err(|error| {
            Error::Check(format!("Port {port} cannot be used ({error}); choose another with --port"))
        })?;
        let port = listener.local_addr().context("the server's address")?.port();
        let folder: Arc<Path> = folder.into();
        // A thread a connection: a browser holds a few, and leaves some of them idle.
        let listening = thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let folder = Arc::clone(&folder);
                // A browser that went away is not our failure.
                thread::spawn(move || drop(converse(&folder, &connection)));
            }
        });
        Ok(Self { port, listening })
    }

    /// The address to open.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Serves until the process is stopped.
    pub fn wait(self) {
        drop(self.listening.join());
    }
}

/// Answers the requests of one connection, one after the other.
fn converse(folder: &Path, connection: &TcpStream) -> io::Result<()> {
    connection.set_read_timeout(Some(IDLE))?;
    connection.set_nodelay(true)?;
    let mut reader = BufReader::new(connection);
    while let Some(head) = read_head(&mut reader)? {
        let mut words = head.split(' ');
        let (method, url) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let answer = Answer::to(folder, method, url);
        let mut writer = connection;
        writer.write_all(answer.head().as_bytes())?;
        if method != "HEAD" {
            writer.write_all(&answer.body)?;
        }
        if answer.status == "405 Method Not Allowed" {
            // Its body is not read, so nothing more can be understood.
            return Ok(());
        }
    }
    Ok(())
}

/// Reads up to the empty line, and returns the first line; nothing if the connection was closed.
fn read_head(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut limited = reader.take(LONGEST_HEAD);
    let mut first = None;
    let mut line = String::new();
    while limited.read_line(&mut line)? > 0 {
        let text = line.trim_end();
        if text.is_empty() {
            return Ok(first);
        }
        first.get_or_insert_with(|| text.to_owned());
        line.clear();
    }
    Ok(None)
}

/// What a request gets.
struct Answer {
    status: &'static str,
    mime: &'static str,
    body: Vec<u8>,
}

impl Answer {
    fn to(folder: &Path, method: &str, url: &str) -> Self {
        if !matches!(method, "GET" | "HEAD") {
            return Self::refusal("405 Method Not Allowed");
        }
        let Some(path) = file_for(url) else {
            return Self::refusal("404 Not Found");
        };
        match fs::read(folder.join(&path)) {
            Ok(body) => Self { status: "200 OK", mime: mime(&path), body },
            Err(_) => Self::refusal("404 Not Found"),
        }
    }

    fn refusal(status: &'static str) -> Self {
        Self { status, mime: "text/plain; charset=utf-8", body: format!("{status}\n").into_bytes() }
    }

    fn head(&self) -> String {
        let length = self.body.len().to_string();
        let policy = csp::header();
        let headers = [
            ("Content-Type", self.mime),
            ("Content-Length", &length),
            ("Content-Security-Policy", &policy),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            // The service worker keeps the files; the browser's own cache would only make them stale.
            ("Cache-Control", "no-cache"),
        ];
        let lines: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!("HTTP/1.1 {}\r\n{lines}\r\n", self.status)
    }
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
    fn a_connection_carries_several_requests() -> Result<()> {
        let site = Site::start(0, paths::root().join("xtask"))?;
        let mut connection = TcpStream::connect(("127.0.0.1", site.port)).context("connecting")?;
        let requests =
            "HEAD /Cargo.toml HTTP/1.1\r\nHost: x\r\n\r\nGET /none.js HTTP/1.1\r\n\r\nPOST / HTTP/1.1\r\n\r\n";
        connection.write_all(requests.as_bytes()).context("asking")?;
        let mut answers = String::new();
        connection.read_to_string(&mut answers).context("reading")?;
        let statuses: Vec<_> = answers.lines().filter(|line| line.starts_with("HTTP/1.1")).collect();
        assert_eq!(statuses, ["HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found", "HTTP/1.1 405 Method Not Allowed"]);
        assert!(answers.contains("frame-ancestors 'none'"));
        Ok(())
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

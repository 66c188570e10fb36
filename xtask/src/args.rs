//! The few command-line flags of the tasks: `--flag`, `--name value` and `--name=value`.

use crate::error::{Error, Result};

/// Arguments not yet taken. A task takes what it knows, then calls [`Args::finish`].
pub struct Args(Vec<String>);

impl Args {
    /// The arguments after the program's name.
    pub fn from_env() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    /// Takes the first argument, the task's name.
    pub fn task(&mut self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    /// Takes a flag without a value.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|arg| arg != name);
        self.0.len() != before
    }

    /// Takes `name value` or `name=value`.
    ///
    /// # Errors
    /// The name stands last, without a value.
    pub fn value(&mut self, name: &str) -> Result<Option<String>> {
        let prefix = format!("{name}=");
        if let Some(at) = self.0.iter().position(|arg| arg.starts_with(&prefix)) {
            return Ok(Some(self.0.remove(at)[prefix.len()..].to_owned()));
        }
        let Some(at) = self.0.iter().position(|arg| arg == name) else {
            return Ok(None);
        };
        self.0.remove(at);
        if at == self.0.len() {
            return Err(Error::Usage(format!("{name} needs a value")));
        }
        Ok(Some(self.0.remove(at)))
    }

    /// Fails on whatever no one took.
    ///
    /// # Errors
    /// An argument is left over.
    pub fn finish(self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some(arg) => Err(Error::Usage(format!("`{arg}` is not known here; see cargo xtask help"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(list: &[&str]) -> Args {
        Args(list.iter().map(|&arg| arg.to_owned()).collect())
    }

    #[test]
    fn takes_both_forms_of_a_value() -> Result<()> {
        let mut given = args(&["--port", "1", "--data=here", "--dev"]);
        assert_eq!(given.value("--port")?.as_deref(), Some("1"));
        assert_eq!(given.value("--data")?.as_deref(), Some("here"));
        assert_eq!(given.value("--json")?, None);
        assert!(given.flag("--dev"));
        given.finish()
    }

    #[test]
    fn refuses_what_is_left_over_or_has_no_value() {
        assert!(args(&["--what"]).finish().is_err());
        assert!(args(&["--port"]).value("--port").is_err());
    }
}

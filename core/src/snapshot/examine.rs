//! Looking for damage in a stored snapshot, block by block, without making a state of it.

use super::*;

/// What is damaged of the snapshot in the store, in words. None if there is none that this build would use: one that is not
/// finished, or is of another format or owner, is no damage.
///
/// # Errors
/// Those of the store.
pub async fn examine<S: Store>(store: &S, owner: &str) -> Result<Option<Vec<String>>, StoreError> {
    let Some(bytes) = store.manifest().await?.filter(|bytes| !bytes.starts_with(save::UNFINISHED)) else {
        return Ok(None);
    };
    let Some(manifest) = open_seal(&bytes) else {
        return Ok(Some(vec!["The manifest of the snapshot is damaged; the snapshot will be made again.".into()]));
    };
    if !is_ours(&manifest, owner) {
        return Ok(None);
    }
    let names: Vec<String> = manifest.blocks.keys().cloned().collect();
    let mut out = Vec::new();
    for names in names.chunks(TOGETHER) {
        let blocks: BTreeMap<String, Vec<u8>> =
            store.blocks(names).await?.into_iter().map(|block| (block.name, block.bytes)).collect();
        for name in names {
            let what = match blocks.get(name) {
                Some(bytes) if manifest.blocks.get(name) == Some(&checksum(bytes)) => continue,
                Some(_) => "damaged",
                None => "missing",
            };
            out.push(format!("The block “{name}” of the snapshot is {what}; it will be made again."));
        }
    }
    Ok(Some(out))
}

// Zip archives, for tests.

import { crc32, deflateRawSync } from "node:zlib";

/** An archive of entries `[name, text, deflated?]`. */
export function zip(entries) {
  const files = [];
  const directory = [];
  let at = 0;
  for (const [name, text, deflated = true] of entries) {
    const bytes = Buffer.from(text);
    const data = deflated ? deflateRawSync(bytes) : bytes;
    const path = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(1 << 11, 2);
    facts.writeUInt16LE(deflated ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    files.push(Buffer.from("PK\x03\x04"), facts, path, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), facts, place, path);
    at += 30 + path.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, list, Buffer.from("PK\x05\x06"), end]);
}

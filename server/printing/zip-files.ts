/** The files of a zip, in the order of its directory. */
import { inflateRawSync } from 'node:zlib'

const mostFiles = 100
const mostBytes = 50 * 1024 * 1024

/** Throws on what is no zip, on what is encrypted and on what unpacks to more than any label needs. */
export function readZip(bytes: Uint8Array): { name: string; bytes: Uint8Array<ArrayBuffer> }[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end === -1) throw new Error('this zip has no directory')
  const count = file.readUInt16LE(end + 10)
  if (count > mostFiles) throw new Error('this zip holds too many files')
  let at = file.readUInt32LE(end + 16)
  let left = mostBytes
  return Array.from({ length: count }, () => {
    const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)]
    const packed = file.readUInt32LE(at + 20)
    const [nameLength, extraLength] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30)]
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    // The file's own head may have more beside the name than the directory says.
    const head = file.readUInt32LE(at + 42)
    const start = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28)
    at += 46 + nameLength + extraLength + file.readUInt16LE(at + 32)
    if (flags & 1) throw new Error('this zip is encrypted')
    const inside = file.subarray(start, start + packed)
    const content = method === 0 ? inside : inflateRawSync(inside, { maxOutputLength: left })
    left -= content.length
    if (left < 0) throw new Error('this zip unpacks to too much')
    return { name, bytes: Uint8Array.from(content) }
  }).filter(({ name, bytes: content }) => !name.endsWith('/') && content.length > 0)
}

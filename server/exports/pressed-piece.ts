/** Pieces of a CSV are kept pressed: storing them plain costs PostgreSQL more than pressing them costs us (docs/decisions/0017-exports.md). */
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import type { FileFormat } from '../../model/export.ts'

const press = promisify(gzip)
const unpress = promisify(gunzip)

/** A sheet and a backup are pressed by themselves. */
export async function pressPiece(format: FileFormat, bytes: Buffer): Promise<Buffer> {
  return format === 'csv' ? press(bytes, { level: constants.Z_BEST_SPEED }) : bytes
}

/** Pieces that were stored before they were pressed are handed on as they are. */
export async function readPiece(format: FileFormat, stored: Buffer): Promise<Buffer> {
  const isPressed = format === 'csv' && stored[0] === 0x1f && stored[1] === 0x8b
  return isPressed ? unpress(stored) : stored
}

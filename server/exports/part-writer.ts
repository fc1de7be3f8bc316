/** The writer of a part of an export. Its state is saved in the bookmark, so that another process can continue. */
import type { Language } from '../../model/language.ts'
import type { ExportForm } from './export-kind.ts'

export type PartHead = {
  columns: { title: string; form: ExportForm; width: number }[]
  /** Name of the sheet. */
  title: string
  language: Language
}

/** `state` is JSON; what is undefined has not begun. */
export type PartWriter<State> = {
  begin(head: PartHead): Promise<Written<State>>
  add(state: State, rows: Buffer, head: PartHead): Promise<Written<State>>
  end(state: State, head: PartHead): Promise<Buffer>
}

export type Written<State> = { bytes: Buffer; state: State }

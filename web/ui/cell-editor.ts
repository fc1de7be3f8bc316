/** The field of a sheet's cell. It has the keyboard in the moment in which it is drawn, and nothing that is typed before is lost. */
import type { EditorBase } from '@revolist/react-datagrid'
import type { RefObject } from 'react'

/** The editing that is going on, which the cells of one sheet share. */
export type Editing = {
  /** Counts the beginnings, so that no field takes what was typed for the next one. */
  number: number
  /** Text that was typed before there was a field; undefined: nobody edits. */
  typed: () => string | undefined
  /** The last field that was drawn. */
  field: CellEditor | null
}

type Draw = Parameters<EditorBase['render']>[0]

export class CellEditor implements EditorBase {
  element?: Element | null
  editCell?: NonNullable<EditorBase['editCell']>
  private readonly editing: RefObject<Editing>
  private readonly sheet: RefObject<HTMLElement | null>
  private input: HTMLInputElement | null = null
  /** The editing that the field is for. Until there is one the library keeps what is typed. */
  private number = -1

  constructor(editing: RefObject<Editing>, sheet: RefObject<HTMLElement | null>) {
    this.editing = editing
    this.sheet = sheet
  }

  get isCurrent(): boolean {
    return this.number === this.editing.current.number
  }

  /**
   * The library may draw a field anew, make another one of it, or use it for the next cell: what was typed stays with its cell. It was told
   * what to draw before some of what has been typed since.
   */
  render(draw: Draw): ReturnType<Draw> {
    const { number, typed, field } = this.editing.current
    const text = field?.isCurrent ? field.getValue() : typed() || String(this.editCell?.val ?? '')
    return draw('input', {
      key: String(number),
      type: 'text',
      enterKeyHint: 'enter',
      value: text,
      ref: (input: HTMLInputElement | null) => {
        if (!input) return
        this.input = input
        this.number = number
        this.editing.current.field = this
      },
    })
  }

  componentDidRender(): void {
    if (document.activeElement !== this.input) this.input?.focus()
  }

  /** The library may draw a field once more after its editing has ended. The keyboard that it takes then must not leave with it. */
  disconnectedCallback(): void {
    if (document.activeElement === document.body) this.sheet.current?.focus({ preventScroll: true })
  }

  appendPendingInput(text: string): boolean {
    if (!this.isCurrent || !this.input) return false
    this.input.value += text
    this.input.focus()
    return true
  }

  getValue(): string {
    return this.input?.value ?? ''
  }
}

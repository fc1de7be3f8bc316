import { whenIdle } from '../ui/when-idle.ts'

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
let asked = false

/** Japanese glyphs are large and never worth waiting for: they come after the first paint, where they are shown. */
export function loadJapaneseFont(): void {
  if (asked) return
  asked = true
  whenIdle(() => void import('@fontsource-variable/noto-sans-jp/wght.css'))
}

/** Names and titles that people write are Japanese for readers of every language: in orders, but in names of shops and segments too. */
export function noticeJapanese(data: unknown): void {
  if (asked) return
  whenIdle(() => {
    if (japanese.test(JSON.stringify(data))) loadJapaneseFont()
  })
}

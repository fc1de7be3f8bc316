import { Fragment } from 'react'
import { linesOfHtml, type HtmlRun } from '../../model/simple-html.ts'

/** Renders simple HTML that users wrote as elements; none of it is inserted as it is. */
export function SimpleHtml({ html }: { html: string }) {
  return linesOfHtml(html).map(({ mark, runs }, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {mark}
      {runs.map((run, place) => (
        <Run key={place} {...run} />
      ))}
    </Fragment>
  ))
}

function Run({ text, isBold, isItalic }: HtmlRun) {
  const inner = isItalic ? <i>{text}</i> : text
  return isBold ? <b>{inner}</b> : inner
}

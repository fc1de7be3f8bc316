import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { useDraftVersion } from './use-version.ts'

/** A switch beside the form has made version 2 of 1, and the page shows 1 still. */
const draw = (isChanged: boolean) => {
  const Form = () =>
    useDraftVersion('1', isChanged, null, (version) => (version === '1' ? '2' : undefined))[0]
  return renderToStaticMarkup(<Form />)
}

it('goes over what the page itself has made, and is drawn also before the page shows it', () => {
  expect([draw(true), draw(false)]).toEqual(['2', '1'])
})

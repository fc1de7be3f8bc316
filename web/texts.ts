import { language } from './page-language.ts'
import type { TextArea } from './text-areas.ts'
import { textFiles, type Texts } from './text-files.ts'

const loading = new Map<TextArea, Promise<void>>()
/** Texts that came before the translation began. */
let arrived: Texts[] = []
let take: (texts: Texts) => void | Promise<void> = (texts) => {
  arrived.push(texts)
}

/** Loads the texts of an area in the page's language, once. */
export function loadTexts(area: TextArea): Promise<void> {
  const begun = loading.get(area)
  if (begun) return begun
  const load = fetchTexts(area)
  loading.set(area, load)
  return load
}

async function fetchTexts(area: TextArea): Promise<void> {
  try {
    const { default: texts } = await textFiles[language][area]()
    await take(texts)
  } catch (error) {
    // A network that was away is asked again the next time.
    loading.delete(area)
    throw error
  }
}

/** Hands over what came so far, and from now on what comes. */
export async function onTexts(handler: typeof take): Promise<void> {
  const before = arrived
  take = handler
  arrived = []
  for (const texts of before) await handler(texts)
}

/** A file together with the texts of its areas, so that nothing is drawn before its words are there. */
export function withTexts<File>(load: () => Promise<File>, ...areas: TextArea[]): () => Promise<File> {
  return async () => {
    const [file] = await Promise.all([load(), ...areas.map(loadTexts)])
    return file
  }
}

import 'i18next'
import type words from './locales/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words'
    resources: { words: typeof words }
    returnNull: false
  }
}

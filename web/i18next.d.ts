import 'i18next'
import type messages from './locales/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'messages'
    resources: { messages: typeof messages }
    returnNull: false
  }
}

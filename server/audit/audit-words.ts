import { auditActions, auditSubjects } from '../../model/audit.ts'
import type { Language } from '../../model/language.ts'
import { say } from '../words.ts'

/** What actions and the things that they are done to are called. */
export function auditWords(language: Language): {
  actions: Record<string, string>
  subjects: Record<string, string>
} {
  return {
    actions: Object.fromEntries(auditActions.map((action) => [action, say(language, `audit.${action}`)])),
    subjects: Object.fromEntries(
      auditSubjects.map((subject) => [subject, say(language, `audit_subject.${subject}`)]),
    ),
  }
}

/** A field as people call it; its own name where it has none. */
export function fieldWord(language: Language, field: string): string {
  const key = `audit_field.${field}`
  const word = say(language, key)
  return word === key ? field : word
}

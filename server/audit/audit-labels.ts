import { auditActions, auditSubjects } from '../../model/audit.ts'
import type { Language } from '../../model/language.ts'
import { translate } from '../i18n/translate.ts'

/** Returns the names of actions and subjects. */
export function auditLabels(language: Language): {
  actions: Record<string, string>
  subjects: Record<string, string>
} {
  return {
    actions: Object.fromEntries(
      auditActions.map((action) => [action, translate(language, `audit.${action}`)]),
    ),
    subjects: Object.fromEntries(
      auditSubjects.map((subject) => [subject, translate(language, `audit_subject.${subject}`)]),
    ),
  }
}

/** A field as people call it; its own name where it has none. */
export function fieldLabel(language: Language, field: string): string {
  const key = `audit_field.${field}`
  const word = translate(language, key)
  return word === key ? field : word
}

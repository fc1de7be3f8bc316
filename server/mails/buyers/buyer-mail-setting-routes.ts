/** Texts of mails to buyers and the addresses of answers, as the team edits them. */
import type { Body, Reply } from '../../../contract/endpoints.ts'
import { buyerMailPlaceholders, unknownPlaceholders } from '../../../model/buyer-mail.ts'
import { AppError } from '../../../model/errors.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { claimVersion, findVersion } from '../../http/edit-versions-store.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { listShops } from '../../shops/shops-store.ts'
import { defaultTemplate, defaultTemplates, templateOf } from './buyer-mail-texts.ts'
import {
  listChangedTemplates,
  listContacts,
  removeTemplate,
  saveContact,
  saveTemplate,
} from './buyer-mails-store.ts'

type Change = Body<'PUT /settings/buyer-mails'>

export function buyerMailSettingRoutes(serve: Serve, { db, channels }: WebContext): void {
  serve('GET /settings/buyer-mails', async ({ session }) => ({
    data: await db.asOwner(session.ownerId, (tx) => present(tx, session)),
  }))

  serve('PUT /settings/buyer-mails', async ({ body, session }) => {
    check(body)
    return db.asOwner(session.ownerId, async (tx) => {
      // Two cards of one page: saving one is no change of the other.
      if (body.templates.length > 0) await claimVersion(tx, session, ['buyer_mails'], body.updated_at)
      if (body.contacts.length > 0)
        await claimVersion(tx, session, ['buyer_mail_contacts'], body.contacts_updated_at)
      await saveTemplates(tx, session.ownerId, body.templates)
      const shops = new Set((await listSending(tx, session)).map(({ id }) => id))
      for (const { shop_id: shopId, email } of body.contacts) {
        if (!shops.has(shopId)) throw new AppError('not_found')
        await saveContact(tx, session.ownerId, { shopId, email })
      }
      return { data: await present(tx, session) }
    })
  })

  /** Shops whose buyers can be written to, of those that the reader may see. */
  async function listSending(tx: Tx, { ownerId, shopIds }: Session) {
    const shops = await listShops(tx, ownerId, shopIds)
    return shops.filter(({ platformId }) => {
      const type = channels.connectorOf(platformId)?.type
      return type === 'store' || type === 'pos'
    })
  }

  async function present(tx: Tx, session: Session): Promise<Reply<'GET /settings/buyer-mails'>['data']> {
    const { ownerId } = session
    const changed = await listChangedTemplates(tx, ownerId)
    const contacts = await listContacts(tx, ownerId)
    return {
      templates: defaultTemplates.map(({ kind, language }) => {
        const { subject, text } = templateOf(changed, kind, language)
        const isChanged = changed.some((one) => one.kind === kind && one.language === language)
        return { kind, language, subject, text, is_changed: isChanged }
      }),
      defaults: defaultTemplates,
      placeholders: [...buyerMailPlaceholders],
      contacts: (await listSending(tx, session)).map(({ id, systemName, platformId }) => ({
        shop: { id, system_name: systemName, platform_id: platformId },
        email: contacts.get(id) ?? null,
      })),
      updated_at: await findVersion(tx, ownerId, 'buyer_mails'),
      contacts_updated_at: await findVersion(tx, ownerId, 'buyer_mail_contacts'),
    }
  }
}

/** A text that is the console's own again is not kept, so that it follows later ones. */
async function saveTemplates(tx: Tx, ownerId: string, templates: Change['templates']): Promise<void> {
  for (const template of templates) {
    const own = defaultTemplate(template.kind, template.language)
    const isOwn = template.subject === own.subject && template.text === own.text
    if (isOwn || template.subject === '') await removeTemplate(tx, ownerId, template)
    else await saveTemplate(tx, ownerId, template)
  }
}

/** @throws AppError validation_failed for half a text, and for braces that name nothing */
function check({ templates }: Change): void {
  const wrong = templates.flatMap((template, at) =>
    (['subject', 'text'] as const).flatMap((name) => {
      const isHalf = template[name] === '' && template[name === 'text' ? 'subject' : 'text'] !== ''
      if (isHalf) return [[`templates.${at}.${name}`, 'field.required']]
      return unknownPlaceholders(template[name]).length > 0
        ? [[`templates.${at}.${name}`, 'field.placeholder']]
        : []
    }),
  )
  if (wrong.length > 0) throw new AppError('validation_failed', { invalidFields: Object.fromEntries(wrong) })
}

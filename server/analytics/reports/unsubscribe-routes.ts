/**
 * Ends a reader's reports by a signed address, without signing in. Only a POST does (RFC 8058): programs that check mails open
 * every link in them.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultLanguage, type Language } from '../../../model/language.ts'
import { addPlainEntry } from '../../audit/trail.ts'
import { clientAddress } from '../../http/client-address.ts'
import { claimVersion } from '../../http/edit-versions-store.ts'
import type { ServerContext } from '../../http/serve-endpoint.ts'
import { escapeHtml, mailPage, paragraphOf } from '../../i18n/mail-html.ts'
import { translate } from '../../i18n/translate.ts'
import {
  findReportChoice,
  findReportReader,
  saveNextReport,
  saveReportChoice,
  type ReaderKey,
} from './mail-report-store.ts'
import { createUnsubscribeTokens } from './unsubscribe-token.ts'

type Opened = FastifyRequest<{ Params: { token: string } }>

export function unsubscribeRoutes(app: FastifyInstance, { db, config, trail }: ServerContext): void {
  const tokens = createUnsubscribeTokens(config)

  void app.register(async (pages) => {
    // Mail programs send a form in either way of writing; nothing in it is read.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, null),
    )
    pages.addHook('onRequest', async (_request, reply) => {
      void reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    })

    pages.get('/unsubscribe/:token', async (request: Opened, reply) => {
      const key = tokens.read(request.params.token)
      const reader = key && (await readerOf(key))
      if (!reader) return reply.code(404).send(unknownPage())
      const { language, companyName: company } = reader
      const label = escapeHtml(translate(language, 'unsubscribe.button'))
      const form = `<form method="post"><button type="submit" style="font:inherit;padding:10px 18px;border:0;border-radius:8px;background:#0f6e67;color:#ffffff;cursor:pointer">${label}</button></form>`
      return reply.send(pageOf(language, translate(language, 'unsubscribe.question', { company }), form))
    })

    pages.post('/unsubscribe/:token', async (request: Opened, reply) => {
      const key = tokens.read(request.params.token)
      const reader = key && (await readerOf(key))
      if (!reader) return reply.code(404).send(unknownPage())
      await end(key, reader.name, request)
      const { language, companyName: company } = reader
      return reply.send(pageOf(language, translate(language, 'unsubscribe.done', { company })))
    })
  })

  function readerOf(key: ReaderKey) {
    return db.asOwner(key.ownerId, (tx) => findReportReader(tx, key))
  }

  async function end(key: ReaderKey, name: string, request: FastifyRequest): Promise<void> {
    await db.asOwner(key.ownerId, async (tx) => {
      if (!(await findReportChoice(tx, key))) return
      await claimVersion(tx, { ownerId: key.ownerId, name }, ['mail_report', key.userId], undefined)
      await saveReportChoice(tx, key, null)
      await saveNextReport(tx, key, null)
      await addPlainEntry(tx, trail.seal, key.ownerId, {
        action: 'profile.report',
        userId: key.userId,
        userName: name,
        targetType: 'user',
        targetIds: [key.userId],
        targetLabel: name,
        after: JSON.stringify({ rhythm: 'off' }),
        address: clientAddress(request),
        userAgent: request.headers['user-agent'] ?? null,
        requestId: request.id,
      })
    })
  }
}

function pageOf(language: Language, text: string, form = ''): string {
  return mailPage(language, translate(language, 'unsubscribe.title'), `${paragraphOf(text)}${form}`)
}

function unknownPage(): string {
  return pageOf(defaultLanguage, translate(defaultLanguage, 'unsubscribe.unknown'))
}

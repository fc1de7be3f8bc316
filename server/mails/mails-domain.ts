import type { Domain } from '../domain.ts'
import { mailsRoutes } from './mails-routes.ts'
import { createSendMail } from './send-mail.ts'

export const mails: Domain = {
  routes: mailsRoutes,
  jobs: ({ db, config, log }) => ({ 'send-mail': createSendMail(db, config, log) }),
}

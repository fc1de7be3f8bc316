import type { Domain } from '../domain.ts'
import { buyerMailRoutes } from './buyers/buyer-mail-routes.ts'
import { buyerMailSettingRoutes } from './buyers/buyer-mail-setting-routes.ts'
import { mailsRoutes } from './mails-routes.ts'
import { createSendMail } from './send-mail.ts'

export const mails: Domain = {
  routes(serve, context) {
    mailsRoutes(serve, context)
    buyerMailRoutes(serve, context)
    buyerMailSettingRoutes(serve, context)
  },
  jobs: ({ db, config, log }) => ({ 'send-mail': createSendMail(db, config, log) }),
}

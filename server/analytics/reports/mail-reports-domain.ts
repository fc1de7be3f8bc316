import type { Domain } from '../../domain.ts'
import { mailReportRoutes } from './mail-report-routes.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'
import { createWriteMailReport } from './write-mail-report.ts'

export const mailReports: Domain = {
  routes(serve, context) {
    mailReportRoutes(serve, context)
    unsubscribeRoutes(context.app, context)
  },
  jobs: ({ db, config, log }) => ({ 'write-mail-report': createWriteMailReport(db, config, log) }),
}

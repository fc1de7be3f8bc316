import type { Connector } from '../../connector.ts'
import { auth } from './auth.ts'
import { customers } from './customers.ts'

export const connector: Connector = {
  id: 8,
  code: 'crm',
  name: 'CRM',
  software: 'EspoCRM',
  type: 'crm',
  settings: [],
  // It runs on a small server of the owner's own, where people are at work.
  limits: { callsPerSecond: 4, concurrentCalls: 2 },
  auth,
  customers,
}

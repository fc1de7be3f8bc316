/** Settlements of the money that the channel pays out. */
import type { Settlement } from '../model/settlement.ts'
import type { Page } from './results.ts'
import type { Period, Session } from './session.ts'

export type Settlements = {
  /** One page of the orders settled in a period. */
  list(session: Session, period: Omit<Period, 'by'>, cursor: string | null): Promise<SettlementPage>
}

export type SettlementPage = Page<Settlement>

/** Returns of sold products. */
import type { ReturnAnswer, ReturnCase } from '../model/return-case.ts'
import type { Period, Session } from './session.ts'
import type { Page, Results } from './results.ts'

export type Returns = {
  /** One page of the returns asked for or changed in a period. */
  list(session: Session, period: Omit<Period, 'by'>, cursor: string | null): Promise<ReturnPage>
  /**
   * The returns with these ids, in any order. An id that the channel does not know becomes a failure; what is no return
   * although its channel counts it among them is left out.
   */
  get(session: Session, channelReturnIds: string[]): Promise<ReturnResults>
  /** Lists the reasons that the seller may give for refusing it, in the channel's words. Empty: the channel requires none. */
  rejectReasons(session: Session, channelReturnId: string): Promise<{ id: string; name: string }[]>
  /** After an unknown outcome the return is read before anything is said again. */
  answer(session: Session, channelReturnId: string, answer: ReturnAnswer): Promise<void>
}

export type ReturnResults = Results<ReturnCase>
export type ReturnPage = Page<ReturnCase>

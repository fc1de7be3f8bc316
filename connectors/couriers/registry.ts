/** Every courier that the console can connect, one line each. */
import type { Courier } from '../courier.ts'
import { courier as gdex } from './gdex/index.ts'
import { courier as ghn } from './ghn/index.ts'
import { courier as jnt } from './jnt/index.ts'
import { courier as ninjavan } from './ninjavan/index.ts'
import { courier as selfDelivery } from './self-delivery/index.ts'

/** In the order in which a seller is offered them. */
export const couriers: readonly Courier[] = [gdex, jnt, ninjavan, ghn, selfDelivery]

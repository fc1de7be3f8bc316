/** Tables of work that falls due by shop, and the job that does each. A job is enqueued by the transaction that makes work due. */

/** The names are put into SQL as they stand, so they are constants of the code. */
export type DueWork = {
  table: string
  /** Column of the time from which a row is due. */
  dueAt: string
  /** Condition of rows that wait for a time. */
  isOpen: string
  task: string
  /** Jobs of one queue run one after another, for each shop. */
  queue: string
}

/** Table with the columns of a command: state, attempts, check_at, sent_at, error, error_message, channel_code, ended_at. */
export type CommandWork = DueWork & { dueAt: 'check_at'; isOpen: typeof isOpenCommand }

const isOpenCommand = "state in ('queued', 'running')"
const command = { dueAt: 'check_at', isOpen: isOpenCommand } as const

export const commandWorks = {
  orderActions: { ...command, table: 'order_actions', task: 'run-order-actions', queue: 'order-actions' },
  drafts: { ...command, table: 'order_drafts', task: 'create-orders', queue: 'order-drafts' },
} as const satisfies Record<string, CommandWork>

export const dueWorks = {
  ...commandWorks,
  /** Behind the order actions of the shop. */
  deliveryStatus: {
    table: 'shipments',
    dueAt: 'send_at',
    isOpen: 'send_at is not null',
    task: 'send-delivery-status',
    queue: 'order-actions',
  },
  /** In the queue of the CRM's own customers: no pull sees a contact between its creation and the note of its id. */
  customerCards: {
    table: 'customer_cards',
    dueAt: 'check_at',
    isOpen: "state = 'due'",
    task: 'push-customers',
    queue: 'customers',
  },
  /** Beside the shop's order sync, which may be long. */
  stock: {
    table: 'stock_pushes',
    dueAt: 'check_at',
    isOpen: "state in ('due', 'sent')",
    task: 'push-stock',
    queue: 'stock',
  },
} as const satisfies Record<string, DueWork>

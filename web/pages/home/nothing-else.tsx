import { Link } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useTranslation } from 'react-i18next'
import { compact } from '../../parts/figures.ts'
import { StatusPill } from '../../parts/status-pill.tsx'
import { paths } from '../../paths.ts'
import styles from './waiting-card.module.css'
import type { ToDo, WaitingLine } from './waiting-lines.ts'

const statuses = ['unpaid', 'pending', 'confirmed', 'ready_to_ship'] as const
const named = 3

/** The last line: what does not wait, and all open orders by their status, behind one click. */
export function NothingElse({ clear, toDo }: { clear: WaitingLine[]; toDo: ToDo }) {
  const { t } = useTranslation()
  const names = clear.slice(0, named).map(({ kind }) => t(`home.kind.${kind}`))
  const more = clear.length > named ? ', …' : ''
  return (
    <details className={styles['rest']}>
      <summary>
        <CircleCheck size={16} aria-hidden="true" />
        <span>
          {clear.length > 0 ? t('home.nothingElse', { kinds: names.join(', ') + more }) : t('home.byStatus')}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <ul>
        {statuses.map((status) => (
          <li key={status}>
            <Link to={paths.orders()} search={{ status }}>
              <StatusPill status={status} /> {compact(toDo[status])}
            </Link>
          </li>
        ))}
        {clear.map(({ kind, to, search }) => (
          <li key={kind}>
            <Link to={to} search={search}>
              {t(`home.kind.${kind}`)} 0
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

import { useTranslation } from 'react-i18next'
import { commandKey } from '../command-key.ts'
import styles from './keys-help.module.css'
import { Dialog } from '../../ui/dialog.tsx'

const places = {
  everywhere: ['palette', 'undo', 'help'],
  orders: [
    'search',
    'move',
    'select',
    'group',
    'open',
    'confirm',
    'print',
    'answer',
    'star',
    'scan',
    'tray',
    'write',
    'close',
  ],
} as const
type Key = (typeof places)[keyof typeof places][number]

const caps: Record<Key, string[]> = {
  palette: [commandKey, 'K'],
  undo: [commandKey, 'Z'],
  help: ['?'],
  search: ['/'],
  move: ['J', 'K'],
  select: ['X'],
  group: ['Shift', 'X'],
  open: ['Enter'],
  confirm: ['C'],
  print: ['P'],
  answer: ['A'],
  star: ['F'],
  scan: ['S'],
  tray: ['T'],
  write: ['N'],
  close: ['Esc'],
}

/** The keys of all pages on one sheet. */
export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.title')} size="sm">
      {(['everywhere', 'orders'] as const).map((place) => (
        <section key={place} className={styles['place']}>
          <h3>{place === 'orders' ? t('area.orders') : t('keys.everywhere')}</h3>
          <dl className={styles['keys']}>
            {places[place].map((key) => (
              <div key={key}>
                <dt>
                  {caps[key].map((cap) => (
                    <kbd key={cap}>{cap}</kbd>
                  ))}
                </dt>
                <dd>{t(`keys.${key}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

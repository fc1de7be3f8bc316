import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { DownloadLink } from '../download-link.tsx'
import { HelpLink } from '../help-link.tsx'
import { PrinterJobs } from './printer-jobs.tsx'
import { usePrintAlone } from './print-alone.tsx'
import styles from './print-result.module.css'
import { fileOf, usePrint, type PrintBatch } from './use-print.ts'

/** Progress of a print batch; then its file, and the orders that are not in it. */
export function PrintResult({ batch }: { batch: PrintBatch }) {
  const { t } = useTranslation()
  const { kind, state, done, total } = batch
  return (
    <section className={styles['result']} aria-label={t(`print.kind.${kind}`)}>
      {state === 'done' ? (
        <Papers batch={batch} />
      ) : (
        <>
          <ProgressBar percent={(done / total) * 100} label={t('print.making')} />
          <output className={styles['muted']}>{t('print.progress', { done, total })}</output>
        </>
      )}
    </section>
  )
}

function Papers({ batch }: { batch: PrintBatch }) {
  const { t } = useTranslation()
  const print = usePrint()
  const alone = usePrintAlone()
  const { failed, pages, kind } = batch
  // A label that is a page of its own never gets into the file.
  const again = failed.filter(({ reason }) => reason !== 'waybill_html')
  const pagesAlone = failed.filter(({ reason }) => reason === 'waybill_html')
  const isOnlyAlone = pages === null && pagesAlone.length > 0
  return (
    <>
      <div className={styles['line']}>
        <output>
          {isOnlyAlone ? (
            t('print.onlyAlone', { count: pagesAlone.length })
          ) : (
            <>
              {pages === null ? t('print.nothing') : t('print.ready', { count: pages })}
              {failed.length > 0 && ` ${t('print.failed', { count: failed.length })}`}
            </>
          )}
        </output>
        {pages !== null && (
          <div className={styles['actions']}>
            <a href={fileOf(batch)} target="_blank" rel="noreferrer" className={styles['primary']}>
              <Printer size={15} aria-hidden="true" />
              {t('print.open')}
            </a>
            <DownloadLink href={fileOf(batch)} download={`${kind}-${batch.id}.pdf`}>
              <Download size={15} aria-hidden="true" />
              {t('print.download')}
            </DownloadLink>
          </div>
        )}
      </div>
      {pages !== null && <PrinterJobs batchId={batch.id} />}
      <Stopped batch={batch} />
      {failed.length > 0 && (
        <>
          {pagesAlone.length > 1 && (
            <Button
              size="small"
              variant={pages === null ? 'primary' : 'default'}
              busy={alone.isPending}
              onClick={() => alone.print(pagesAlone)}
            >
              {t('print.aloneAll', { count: pagesAlone.length })}
            </Button>
          )}
          <ul className={styles['failed']}>
            {failed.map(({ id, code, reason, message }) => (
              <li key={id}>
                <strong>{code}</strong>
                <span className={styles['muted']}>{message}</span>
                {reason === 'waybill_html' && (
                  <Button
                    size="small"
                    busy={alone.isPending}
                    aria-label={`${t(alone.printed.has(id) ? 'print.aloneAgain' : 'print.alone')}: ${code}`}
                    onClick={() => alone.print([{ id, code }])}
                  >
                    {t(alone.printed.has(id) ? 'print.aloneAgain' : 'print.alone')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {alone.shown}
          {again.length > 0 && (
            <Button
              size="small"
              busy={print.isPending}
              onClick={() => print.mutate({ ids: again.map(({ id }) => id), kind, of: batch })}
            >
              {t('print.again', { count: again.length })}
            </Button>
          )}
          <HelpLink answer="cannot-print" />
        </>
      )}
    </>
  )
}

/** They are on paper already: somebody has to take them out, or print the others anew. */
function Stopped({ batch }: { batch: PrintBatch }) {
  const { t } = useTranslation()
  const { stopped, ids, failed, kind } = batch
  const print = usePrint()
  if (stopped.length === 0) return null
  const out = new Set([...stopped, ...failed].map(({ id }) => id))
  const others = ids.filter((id) => !out.has(id))
  return (
    <div role="alert">
      <p>{t('print.stopped', { count: stopped.length })}</p>
      <ul className={styles['failed']}>
        {stopped.map(({ id, code, message }) => (
          <li key={id}>
            <strong>{code}</strong>
            <span className={styles['muted']}>{message}</span>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button
          size="small"
          busy={print.isPending}
          onClick={() => print.mutate({ ids: others, kind, of: batch })}
        >
          {t('print.others')}
        </Button>
      )}
    </div>
  )
}

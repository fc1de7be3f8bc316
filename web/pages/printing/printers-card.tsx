import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { type Printing, printAgentsQuery } from '../../parts/queries/print-agent-queries.ts'
import { useCopy } from '../../parts/use-copy.ts'
import { LaterPrintJobs } from '../../parts/print-jobs/later-print-jobs.tsx'
import { When } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { Pill } from '../../ui/pill.tsx'
import { TextField } from '../../ui/text-field.tsx'
import form from '../../parts/settings/setting-form.module.css'
import row from '../../parts/settings/setting-row.module.css'
import styles from './printers.module.css'
import { PrinterRules } from './printer-rules.tsx'

type Agent = Printing['agents'][number]

/** Programs beside the printers, the printer for each paper, and what is printed by itself. */
export function PrintersCard() {
  const { t } = useTranslation()
  const { data } = useQuery(printAgentsQuery)
  const hasPrinters = data?.agents.some(({ printers }) => printers.length > 0) ?? false
  return (
    <section className={styles['section']}>
      <h2>{t('printers.title')}</h2>
      <p className={row['muted']}>{t('printers.text')}</p>
      <LaterPrintJobs />
      <Card>
        <div className={form['form']}>
          {data && data.agents.length > 0 && (
            <ul className={styles['computers']}>
              {data.agents.map((agent) => (
                <AgentRow key={agent.id} agent={agent} />
              ))}
            </ul>
          )}
          <PairComputer />
          {data && hasPrinters && <PrinterRules printing={data} />}
        </div>
      </Card>
    </section>
  )
}

function useRenewed() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: printAgentsQuery.queryKey })
}

function AgentRow({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const renew = useRenewed()
  const [asks, setAsks] = useState(false)
  const revoke = useMutation({
    mutationFn: () => api('DELETE /print-agents/{id}', { params: { id: agent.id } }),
    onSuccess: renew,
  })
  return (
    <li>
      <div className={row['lines']}>
        <span className={row['head']}>
          <span className={row['name']}>{agent.name}</span>
          <AgentState agent={agent} />
        </span>
        {agent.printers.map(({ name, state, message }) => (
          <span key={name} className={row['muted']}>
            {(agent.is_online
              ? [name, t(`printers.state.${state}`), message]
              : [name, t('printers.state.unknown')]
            )
              .filter(Boolean)
              .join(' · ')}
          </span>
        ))}
      </div>
      <Button
        size="small"
        aria-label={`${t('printers.revoke')}: ${agent.name}`}
        onClick={() => {
          revoke.reset()
          setAsks(true)
        }}
      >
        {t('printers.revoke')}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t('printers.revokeTitle', { name: agent.name })}
        confirm={t('printers.revoke')}
        variant="danger"
        busy={revoke.isPending}
        error={revoke.error && errorMessage(revoke.error)}
        onClose={() => setAsks(false)}
        onConfirm={() => revoke.mutate()}
      >
        <p>{t('printers.revokeText')}</p>
      </ConfirmDialog>
    </li>
  )
}

function AgentState({
  agent: { is_paired: isPaired, is_online: isOnline, last_seen_at: seenAt },
}: {
  agent: Agent
}) {
  const { t } = useTranslation()
  if (!isPaired) return <Pill hue="amber">{t('printers.agent.waiting')}</Pill>
  if (isOnline) return <Pill hue="green">{t('printers.agent.online')}</Pill>
  return (
    <Pill hue="grey">
      {t('printers.agent.offline')} {seenAt && <When at={seenAt} relative />}
    </Pill>
  )
}

const printerOptions = { raw: '--raw Waybills=10.0.0.9', cups: '--cups Office=office' }

/** The code is shown once, within the line that pairs the program. */
function PairComputer() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const renew = useRenewed()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () => api('POST /print-agents', { body: { name } }),
    onSuccess: () => {
      setName('')
      return renew()
    },
  })
  const { error } = add
  const said = error instanceof ApiError ? error.fields['name'] : undefined

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    add.mutate()
  }

  return (
    <>
      <form className={styles['choose']} onSubmit={submit} noValidate>
        <TextField
          label={t('printers.name')}
          value={name}
          maxLength={100}
          autoComplete="off"
          error={error ? (said ?? errorMessage(error)) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" busy={add.isPending}>
          {t('printers.add')}
        </Button>
      </form>
      {add.data && <PairLine code={add.data.data.code} />}
    </>
  )
}

function PairLine({ code }: { code: string }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const program = `${location.origin}/print-agent.tgz#${import.meta.env.VITE_PRINT_AGENT}`
  const line = `npx --yes ${program} --server ${location.origin} --pair ${code}`

  return (
    <output className={form['note']}>
      {t('printers.pair')}
      <span className={styles['copy']}>
        <code className={styles['code']}>{line}</code>
        <Button size="small" onClick={() => void copy(line)}>
          {t('courier.copy')}
        </Button>
      </span>
      <span className={row['muted']}>{t('printers.pairPrinters', printerOptions)}</span>
    </output>
  )
}

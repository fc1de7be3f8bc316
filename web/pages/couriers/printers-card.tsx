import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../contract/endpoints.ts'
import { paperGroups } from '../../../model/print-job.ts'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { type Printing, printAgentsQuery } from '../../parts/queries/print-agent-queries.ts'
import { When } from '../../parts/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './courier.module.css'

/** Programs beside the printers, which printer takes which paper, and what is printed by itself. */
export function PrintersCard() {
  const { t } = useTranslation()
  const { data } = useQuery(printAgentsQuery)
  return (
    <Card title={t('printers.title')}>
      <div className={styles['form']}>
        <p className={styles['muted']}>{t('printers.text')}</p>
        {data?.agents.map((agent) => (
          <Agent key={agent.id} agent={agent} />
        ))}
        <AddAgent />
        {data && data.agents.some(({ printers }) => printers.length > 0) && <Rules printing={data} />}
      </div>
    </Card>
  )
}

function useChange() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: printAgentsQuery.queryKey })
}

function Agent({ agent }: { agent: Printing['agents'][number] }) {
  const { t } = useTranslation()
  const changed = useChange()
  const revoke = useMutation({
    mutationFn: () => api('DELETE /print-agents/{id}', { params: { id: agent.id } }),
    onSuccess: changed,
  })
  const state = !agent.is_paired ? 'waiting' : agent.is_online ? 'online' : 'offline'
  return (
    <section aria-label={agent.name}>
      <strong>{agent.name}</strong> · {t(`printers.agent.${state}`)}
      {agent.last_seen_at && state === 'offline' && (
        <>
          {' '}
          <When at={agent.last_seen_at} />
        </>
      )}
      <ul>
        {agent.printers.map((printer) => (
          <li key={printer.name}>
            {printer.name} · {t(`printers.state.${agent.is_online ? printer.state : 'unknown'}`)}
            {printer.message && ` · ${printer.message}`}
          </li>
        ))}
      </ul>
      <Button size="small" busy={revoke.isPending} onClick={() => revoke.mutate()}>
        {t('printers.revoke')}
      </Button>
    </section>
  )
}

/** The code is shown once, within the line that pairs the program. */
function AddAgent() {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const changed = useChange()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: () => api('POST /print-agents', { body: { name } }),
    onSuccess: () => {
      setName('')
      return changed()
    },
  })
  return (
    <>
      <TextField
        label={t('printers.name')}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={add.error ? errorMessage(add.error) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div>
        <Button busy={add.isPending} disabled={name.trim() === ''} onClick={() => add.mutate()}>
          {t('printers.add')}
        </Button>
      </div>
      {add.data && (
        <output>
          {t('printers.pair')}
          <br />
          <code style={{ overflowWrap: 'anywhere' }}>
            npm run print-agent -- --server {location.origin} --pair {add.data.data.code}
          </code>
        </output>
      )}
    </>
  )
}

type Settings = BodyInput<'PUT /print-settings'>

function Rules({ printing: { agents, settings } }: { printing: Printing }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const changed = useChange()
  const save = useMutation({
    mutationFn: (body: Settings) => api('PUT /print-settings', { body }),
    onSuccess: changed,
  })
  const { rules, auto } = settings
  const all = agents.flatMap(({ id, name, printers }) =>
    printers.map((printer) => ({ agent_id: id, printer: printer.name, label: `${printer.name} · ${name}` })),
  )
  return (
    <>
      {paperGroups.map((paper) => (
        <SelectField
          key={paper}
          label={t(`printers.paper.${paper}`)}
          value={all.findIndex(
            (one) => one.agent_id === rules[paper]?.agent_id && one.printer === rules[paper].printer,
          )}
          onChange={({ currentTarget: { value } }) => {
            const chosen = all[Number(value)]
            const target = chosen ? { agent_id: chosen.agent_id, printer: chosen.printer } : null
            save.mutate({ auto, rules: { ...rules, [paper]: target } })
          }}
        >
          <option value={-1}>{t('printers.none')}</option>
          {all.map(({ label }, at) => (
            <option key={label} value={at}>
              {label}
            </option>
          ))}
        </SelectField>
      ))}
      <Switch
        label={t('printers.auto')}
        help={t('printers.autoHelp')}
        checked={auto.is_on}
        onChange={(isOn) => save.mutate({ rules, auto: { ...auto, is_on: isOn } })}
      />
      {save.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(save.error)}
        </p>
      )}
    </>
  )
}

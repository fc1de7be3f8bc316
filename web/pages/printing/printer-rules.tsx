import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../contract/endpoints.ts'
import { paperGroups } from '../../../model/print-job.ts'
import { api } from '../../api.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { type Printing, printAgentsQuery } from '../../parts/queries/print-agent-queries.ts'
import { courierChoicesQuery } from '../../parts/queries/courier-queries.ts'
import { shopsQuery } from '../../parts/queries/shop-queries.ts'
import { FieldGroup } from '../../parts/settings/field-group.tsx'
import { ShopTicks, Tick, toggled } from '../../parts/settings/shop-ticks.tsx'
import { meQuery } from '../../session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import rows from '../../parts/settings/setting-row.module.css'
import form from '../../parts/settings/setting-form.module.css'

type Settings = BodyInput<'PUT /print-settings'>

const saveKey = ['print-settings']

/** Printer for each size of paper, and the shops and couriers whose waybills are printed by themselves; for everybody to read who may print, for those of all shops to change. */
export function PrinterRules({ printing: { agents, settings: saved } }: { printing: Printing }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: shops } = useQuery(shopsQuery)
  // Shown at once, until the printers are read again: they are read all the time, and an answer may be older than the choice.
  const [chosen, setChosen] = useState<Settings>()
  const save = useMutation({
    mutationKey: saveKey,
    scope: { id: saveKey.join() },
    mutationFn: (body: Settings) => api('PUT /print-settings', { body }),
    // Two choices may come faster than one answer: they are saved one after the other, and the last one's answer is read.
    onSettled: async (_reply, _error, sent) => {
      if (queries.isMutating({ mutationKey: saveKey }) > 1) return
      await queries.invalidateQueries({ queryKey: printAgentsQuery.queryKey })
      setChosen((now) => (now === sent ? undefined : now))
    },
  })
  function choose(next: Settings) {
    setChosen(next)
    save.mutate(next)
  }
  const readOnly = me.shop_ids.length > 0
  const { rules, auto } = chosen ?? saved
  const printers = agents.flatMap(({ id, name, printers: own }) =>
    own.map((one) => ({ agent_id: id, printer: one.name, label: `${one.name} · ${name}` })),
  )
  return (
    <>
      {paperGroups.map((paper) => (
        <SelectField
          key={paper}
          label={t(`printers.paper.${paper}`)}
          disabled={readOnly}
          {...(paper === 'label' && { help: t('printers.webPages') })}
          value={printers.findIndex(
            (one) => one.agent_id === rules[paper]?.agent_id && one.printer === rules[paper].printer,
          )}
          onChange={({ currentTarget: { value } }) => {
            const found = printers[Number(value)]
            const target = found ? { agent_id: found.agent_id, printer: found.printer } : null
            choose({ auto, rules: { ...rules, [paper]: target } })
          }}
        >
          <option value={-1}>{t('printers.none')}</option>
          {printers.map(({ label }, at) => (
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
        disabled={readOnly}
        onChange={(isOn) => choose({ rules, auto: { ...auto, is_on: isOn } })}
      />
      {auto.is_on && shops && (
        <ShopTicks
          legend={t('printers.autoShops')}
          shops={shops}
          chosen={auto.shop_ids}
          ownShops={me.shop_ids}
          readOnly={readOnly}
          error={undefined}
          onChange={(ids) => choose({ rules, auto: { ...auto, shop_ids: ids } })}
        />
      )}
      {auto.is_on && (
        <CourierTicks
          chosen={auto.courier_ids}
          readOnly={readOnly}
          onChange={(ids) => choose({ rules, auto: { ...auto, courier_ids: ids } })}
        />
      )}
      {readOnly && <p className={rows['muted']}>{t('printers.ofAllShops')}</p>}
      {save.error && (
        <p className={form['error']} role="alert">
          {errorMessage(save.error)}
        </p>
      )}
    </>
  )
}

type CourierTicksProps = { chosen: number[]; readOnly: boolean; onChange: (chosen: number[]) => void }

/** Own couriers that are connected and the logistics of the linked channels; none chosen is all of them. */
function CourierTicks({ chosen, readOnly, onChange }: CourierTicksProps) {
  const { t } = useTranslation()
  const { data: couriers = [] } = useQuery(courierChoicesQuery)
  return (
    <FieldGroup legend={t('printers.autoCouriers')}>
      <div className={rows['ticks']}>
        <Tick
          label={t('printers.allCouriers')}
          checked={chosen.length === 0}
          disabled={readOnly || chosen.length === 0}
          onChange={() => onChange([])}
        />
        {couriers
          .filter(({ id, is_connected: isConnected }) => isConnected || chosen.includes(id))
          .map(({ id, name }) => (
            <Tick
              key={id}
              label={name}
              checked={chosen.includes(id)}
              disabled={readOnly}
              onChange={(on) => onChange(toggled(chosen, id, on))}
            />
          ))}
      </div>
    </FieldGroup>
  )
}

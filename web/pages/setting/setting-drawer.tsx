import { notFound, rootRouteId, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'

type Props<Row> = {
  /** All there are, as soon as they are known. */
  rows: Row[] | undefined
  /** As it stands in the address; none is a new one. */
  id: string | undefined
  /** Of a new one; any other is called by its name. */
  title: string
  /** The list that it lies over. */
  list: string
  form: (row: Row | undefined) => ReactNode
  /** What may be done with one that exists. */
  actions: (row: Row) => ReactNode
}

/** One row of a setting's list, or a new one. */
export function SettingDrawer<Row extends { id: number; name: string }>(props: Props<Row>) {
  const { rows, id, title, list, form, actions } = props
  const navigate = useNavigate()
  const isNew = id === undefined
  const row = rows?.find((one) => one.id === Number(id))

  if (!isNew && rows && !row) throw notFound({ routeId: rootRouteId })
  return (
    <DrawerFrame
      title={<h2>{isNew ? title : (row?.name ?? <Skeleton width={160} height={18} />)}</h2>}
      onClose={() => void navigate({ to: list })}
    >
      {(isNew || row) && <Card key={row?.id ?? 'new'}>{form(row)}</Card>}
      {row && actions(row)}
    </DrawerFrame>
  )
}

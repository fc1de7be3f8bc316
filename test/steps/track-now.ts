import pg from 'pg'

/** Makes the poll of each courier's parcels due now: a console waits ten minutes before the first one. */
export async function trackNow(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query('update shipments set next_track_at = now() where next_track_at is not null')
    await client.query(`
      select graphile_worker.add_job('track-shipments', json_build_object('ownerId', owner_id, 'courierId', courier))
      from (select distinct owner_id::text as owner_id, courier from shipments where next_track_at is not null) as due`)
  } finally {
    await client.end()
  }
}

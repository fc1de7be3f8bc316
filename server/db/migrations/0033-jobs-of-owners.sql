-- Keys and queues of jobs carry their owner, because ids are unique within an account only. Those that wait are named anew; where
-- graphile-worker has no tables yet, no job waits.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  insert into graphile_worker._private_job_queues (queue_name)
  select distinct (j.payload ->> 'ownerId') || '/' || q.queue_name
  from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.payload ->> 'ownerId' is not null
  on conflict do nothing;
  -- One that runs is ended by the queue that it began in.
  update graphile_worker._private_jobs j set job_queue_id = n.id
  from graphile_worker._private_job_queues q, graphile_worker._private_job_queues n
  where q.id = j.job_queue_id and n.queue_name = (j.payload ->> 'ownerId') || '/' || q.queue_name and j.locked_at is null;
  update graphile_worker._private_jobs j set key = (j.payload ->> 'ownerId') || '/' || j.key
  where j.payload ->> 'ownerId' is not null and j.key is not null;
end $$;

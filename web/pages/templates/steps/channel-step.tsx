import { DoctorPanel } from '../doctor/doctor-panel.tsx'
import form from '../template-page.module.css'

export function ChannelStep() {
  return (
    <div className={form['columns']} data-with-panel="">
      <DoctorPanel />
      <div className={form['fields']} />
    </div>
  )
}

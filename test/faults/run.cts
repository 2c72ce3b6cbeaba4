/**
 * Plays random scripts, a thousand of each kind by default, and reports the problems they find: fifty posts with a
 * service that misbehaves, sheets and calendars that people edit between runs, and events of the trigger.
 *
 *     node --require tsx/cjs test/faults/run.cts
 *
 * FAULT_PLAY=posts, sheets or triggers plays only these. FAULT_SCRIPTS is their number, FAULT_SEED the first seed:
 * `FAULT_PLAY=posts FAULT_SEED=7 FAULT_SCRIPTS=1` plays script 7 again, and FAULT_SHOW=1 shows what happens to a sheet
 * or a trigger. Every fifth script of posts or sheets is played on an older release; POSTIZ_VERSION names one for all.
 */
import './pauses.cjs';

import { print } from '../harness/steps.cjs';
import { runTool } from '../harness/tool.cjs';
import { SCRIPT_KINDS, playAll, type ScriptKind } from './scriptKinds.cjs';

const COUNT = Number(process.env.FAULT_SCRIPTS ?? 1000);
const FIRST = Number(process.env.FAULT_SEED ?? 1);
const PLAY = process.env.FAULT_PLAY ?? 'posts, sheets, triggers';

async function runCommand(): Promise<void> {
	if (!(COUNT > 0) || !Number.isInteger(FIRST)) {
		throw new Error('FAULT_SCRIPTS and FAULT_SEED must be whole numbers.');
	}
	let failed = 0;
	for (const kind of Object.keys(SCRIPT_KINDS) as ScriptKind[]) {
		if (!PLAY.includes(kind)) continue;
		failed += await playAll(kind, FIRST, COUNT);
	}
	print(
		failed > 0
			? `\n${failed} scripts found a problem.\nWhat to do next: play one of them again, as reported above, and fix the cause.`
			: `\nNo post was lost without an error that names it, and none was posted twice.\nWhat to do next: play others with FAULT_SEED=${FIRST + COUNT}.`,
	);
	if (failed > 0) process.exitCode = 1;
}

// Runs that were played as crashed don't keep the process alive.
runTool(runCommand, '\nEnding the scripts.');

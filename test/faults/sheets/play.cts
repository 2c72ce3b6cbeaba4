import { print } from '../../harness/steps.cjs';
import { startFileServer } from '../../integration/support/fileServer.cjs';
import { createRelease, type Version } from '../../service/releases/release.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { startEnvironment } from '../environment.cjs';
import { resetClock } from '../pauses.cjs';
import { checkRun } from './oracle.cjs';
import { Rows } from './rows.cjs';
import { makeSheetScript, NETWORKS } from './script.cjs';
import { SimulatedCalendar, type PostSnapshot } from './simulatedCalendar.cjs';
import { createPicture, runSheet, type Round } from './workflow.cjs';

/** Plays the script of a seed, and returns what went wrong. */
export async function playSheetScript(seed: number, version: Version) {
	const script = makeSheetScript(seed);
	const environment = await startEnvironment(version, {
		showsUploads: !script.hidesFiles,
		allowPrivateUploadUrls: true,
	});
	const files = await startFileServer(({ url = '' }, response) => {
		response.end(createPicture(url.split('/').at(-1)!));
	});
	const { service } = environment;
	const { state } = service;
	state.posts.length = 0;
	// Dozens of other channels would take most of the time.
	state.channels = state.channels.filter(({ identifier }) => NETWORKS.includes(identifier));
	const calendar = new SimulatedCalendar(
		service,
		script,
		createRelease(version).has('settingsInLists'),
	);
	const rows = new Rows(script);
	const problems: string[] = [];
	const allFaults: string[] = [];
	try {
		for (const [index, run] of script.runs.entries()) {
			calendar.passTime(index > 0 ? run.afterMs : 0);
			const isPublished = ({ uid }: { uid: string }) =>
				calendar.posts.some(
					(post) => calendar.sources.get(post)?.uid === uid && calendar.isPublished(post),
				);
			for (const calendarEdit of run.calendarEdits) calendar.editCalendar(calendarEdit);
			for (const edit of run.edits) rows.edit(edit, isPublished);
			calendar.dropOverriddenStates(rows.current);
			const before = calendar.takeSnapshots();
			const isById = script.isOrUpdate && !run.isCreate;
			service.faults.push(...run.faults);
			const played = await runSheet(rows.current, run, { service, script, filesAt: files.origin });
			await environment.waitUntilQuiet();
			const faults = service.faults.log.map(({ kind }) => kind);
			allFaults.push(...faults);
			service.faults.clear();
			if (process.env.FAULT_SHOW) printRun(before, played.rounds);
			const written = calendar.recordSources(rows.current, before, isById);
			const found = checkRun(calendar, {
				script,
				run,
				before,
				written,
				isById,
				...played,
				hasFaults: faults.length > 0,
			});
			calendar.passTime(0);
			problems.push(...found.map((problem) => `run ${index + 1}: ${problem}`));
		}
	} finally {
		await Promise.all([environment.close(), files.close()]);
		resetClock();
	}
	return { problems, faults: allFaults };
}

/** Prints a run: the calendar before it, the rows, and the output of the node. */
function printRun(before: Map<StoredPost, PostSnapshot>, rounds: Round[]): void {
	print(`--- ${new Date(Date.now()).toISOString()}`);
	for (const { post, state, date, content, source } of before.values()) {
		const rowText = source && [source.uid, source.type, source.date, source.tag].join(' ');
		print(['  ', post.identifier, post.id, state, date, content, `of ${rowText}`].join(' '));
	}
	for (const { rows, output, hints } of rounds) {
		rows.forEach((row) => print(`  ${JSON.stringify(row)}`));
		for (const { json, pairedItem } of output) {
			const { outcome, channelName, postId, error } = json;
			print(
				`    ${JSON.stringify({ ...(pairedItem as object), outcome, channelName, postId, error })}`,
			);
		}
		hints.forEach((hint) => print(`    ${hint}`));
	}
}

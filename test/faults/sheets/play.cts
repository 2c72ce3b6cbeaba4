import { createRelease, type Version } from '../../service/releases/release.cjs';
import { startFileServer } from '../../integration/support/fileServer.cjs';
import { print } from '../../harness/steps.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { resetClock } from '../pauses.cjs';
import { openStage } from '../stage.cjs';
import { checkRun } from './oracle.cjs';
import { Rows } from './rows.cjs';
import { makeSheet, NETWORKS } from './script.cjs';
import { createPicture, runSheet, type Round } from './workflow.cjs';
import { World, type PostSnapshot } from './world.cjs';

/** Plays the script of a seed, and returns what went wrong. */
export async function playSheet(seed: number, version: Version) {
	const sheet = makeSheet(seed);
	const stage = await openStage(version, {
		showsUploads: !sheet.hidesFiles,
		allowPrivateUploadUrls: true,
	});
	const files = await startFileServer(({ url = '' }, response) => {
		response.end(createPicture(url.split('/').at(-1)!));
	});
	const { service } = stage;
	const { state } = service;
	state.posts.length = 0;
	// Dozens of other channels would take most of the time.
	state.channels = state.channels.filter(({ identifier }) => NETWORKS.includes(identifier));
	const world = new World(service, sheet, createRelease(version).has('settingsInLists'));
	const rows = new Rows(sheet);
	const problems: string[] = [];
	const met: string[] = [];
	try {
		for (const [index, run] of sheet.runs.entries()) {
			world.passTime(index > 0 ? run.afterMs : 0);
			const isPublished = ({ uid }: { uid: string }) =>
				world.posts.some((post) => world.sources.get(post)?.uid === uid && world.isPublished(post));
			for (const calendarEdit of run.calendarEdits) world.editCalendar(calendarEdit);
			for (const edit of run.edits) rows.edit(edit, isPublished);
			world.dropOverriddenStates(rows.current);
			const before = world.takeSnapshots();
			const isById = sheet.isOrUpdate && !run.isCreate;
			service.faults.push(...run.faults);
			const played = await runSheet(rows.current, run, { service, sheet, filesAt: files.origin });
			await stage.waitUntilQuiet();
			const faults = service.faults.log.map(({ kind }) => kind);
			met.push(...faults);
			service.faults.clear();
			if (process.env.FAULT_SHOW) printRun(before, played.rounds);
			const written = world.recordSources(rows.current, before, isById);
			const found = checkRun(world, {
				sheet,
				run,
				before,
				written,
				isById,
				...played,
				hasFaults: faults.length > 0,
			});
			world.passTime(0);
			problems.push(...found.map((problem) => `run ${index + 1}: ${problem}`));
		}
	} finally {
		await Promise.all([stage.close(), files.close()]);
		resetClock();
	}
	return { problems, met };
}

/** Prints a run: the calendar before it, the rows, and the output of the node. */
function printRun(before: Map<StoredPost, PostSnapshot>, rounds: Round[]): void {
	print(`--- ${new Date(Date.now()).toISOString()}`);
	for (const { post, state, date, content, source } of before.values()) {
		const of = source && [source.uid, source.type, source.date, source.tag].join(' ');
		print(['  ', post.identifier, post.id, state, date, content, `says ${of}`].join(' '));
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

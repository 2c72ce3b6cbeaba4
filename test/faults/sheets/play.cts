import { releaseOf, type Version } from '../../service/releases/release.cjs';
import { startFileServer } from '../../integration/support/fileServer.cjs';
import { say } from '../../harness/steps.cjs';
import type { StoredPost } from '../../service/state.cjs';
import { endLeaps } from '../pauses.cjs';
import { openStage } from '../stage.cjs';
import { judgeRun } from './oracle.cjs';
import { makeSheet, NETWORKS, Rows } from './script.cjs';
import { pictureOf, runSheet, type Round } from './workflow.cjs';
import { World, type Seen } from './world.cjs';

/** Plays the life of a number, and says what is not as it must be. */
export async function playSheet(seed: number, version: Version) {
	const sheet = makeSheet(seed);
	const stage = await openStage(version, {
		showsUploads: !sheet.hidesFiles,
		allowPrivateUploadUrls: true,
	});
	const files = await startFileServer(({ url = '' }, response) => {
		response.end(pictureOf(url.split('/').at(-1)!));
	});
	const { service } = stage;
	const { state } = service;
	state.posts.length = 0;
	// Dozens of others would take most of the time.
	state.channels = state.channels.filter(({ identifier }) => NETWORKS.includes(identifier));
	const world = new World(service, sheet, releaseOf(version).has('settingsInLists'));
	const rows = new Rows(sheet);
	const problems: string[] = [];
	const met: string[] = [];
	try {
		for (const [index, run] of sheet.runs.entries()) {
			world.pass(index > 0 ? run.afterMs : 0);
			const isOut = ({ uid }: { uid: string }) =>
				world.posts.some((post) => world.said.get(post)?.uid === uid && world.isOut(post));
			for (const deed of run.deeds) world.do(deed);
			for (const edit of run.edits) rows.edit(edit, isOut);
			world.forgetDecisions(rows.all);
			const before = world.look();
			const isById = sheet.isOrUpdate && !run.isCreate;
			service.faults.push(...run.faults);
			const played = await runSheet(rows.all, run, { service, sheet, filesAt: files.origin });
			await stage.untilQuiet();
			const faults = service.faults.log.map(({ kind }) => kind);
			met.push(...faults);
			service.faults.clear();
			if (process.env.FAULT_SHOW) show(before, played.rounds);
			const written = world.note(rows.all, before, isById);
			const found = judgeRun(world, {
				sheet,
				run,
				before,
				written,
				isById,
				...played,
				hasFaults: faults.length > 0,
			});
			world.pass(0);
			problems.push(...found.map((problem) => `run ${index + 1}: ${problem}`));
		}
	} finally {
		await Promise.all([stage.close(), files.close()]);
		endLeaps();
	}
	return { problems, met };
}

/** Prints a run: the calendar before it, the rows, and what the node says of them. */
function show(before: Map<StoredPost, Seen>, rounds: Round[]): void {
	say(`--- ${new Date(Date.now()).toISOString()}`);
	for (const { post, state, date, content, said } of before.values()) {
		const of = said && [said.uid, said.type, said.date, said.tag].join(' ');
		say(['  ', post.identifier, post.id, state, date, content, `says ${of}`].join(' '));
	}
	for (const { rows, output, hints } of rounds) {
		rows.forEach((row) => say(`  ${JSON.stringify(row)}`));
		for (const { json, pairedItem } of output) {
			const { outcome, channelName, postId, error } = json;
			say(
				`    ${JSON.stringify({ ...(pairedItem as object), outcome, channelName, postId, error })}`,
			);
		}
		hints.forEach((hint) => say(`    ${hint}`));
	}
}

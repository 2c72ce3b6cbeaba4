import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { ROOT } from '../../../harness/paths.cjs';
import { findDueRejection, type DuePost } from '../../../service/networks/due.cjs';
import { providers as known } from '../../../service/providers.cjs';
import {
	check,
	createParts,
	type FileKind,
} from '../../../unit/publishing/validate/mediaKinds.cjs';

/** The same files, as the networks of the sandbox see them. */
const createDuePost = (parts: FileKind[][], settings: IDataObject = {}): DuePost => ({
	texts: parts.map(() => 'Tea'),
	files: createParts(parts).map(({ files }) =>
		files.map(({ kind, extension, pixels }) => ({
			kind: kind === 'video' ? 'video' : 'picture',
			ending: extension,
			...pixels,
		})),
	),
	settings,
});

interface Recorded {
	network: string;
	title: string;
	files: string[][];
	settings?: IDataObject;
	taken?: true;
}

test('rejects files as a running instance did, or as networks do when the post is due', () => {
	const { cases } = JSON.parse(
		readFileSync(join(ROOT, 'test/fixtures/recorded/media.json'), 'utf8'),
	) as { cases: Recorded[] };
	const differing = cases
		// It rejects everything but drafts, whatever the files are.
		.filter(({ network }) => network !== 'kick')
		// A setting that is missing is no matter of files.
		.filter(({ title }) => title !== 'event without a title')
		.filter(({ network, files, settings, taken }) => {
			const kinds = files.map((own) =>
				own.map((kind) => (kind === 'mp4 with cover' ? 'cover' : (kind as FileKind))),
			);
			const isLost = known[network].drops === 'laterMedia' && files.slice(1).flat().length > 0;
			const isTaken =
				taken && !isLost && !findDueRejection(network, createDuePost(kinds, settings));
			return (check(network, kinds, settings).length === 0) !== Boolean(isTaken);
		})
		.map(({ network, title, taken }) => `${network}, ${title}: ${taken ? 'taken' : 'refused'}`);
	expect(differing).toEqual([]);
	expect(cases.length).toBeGreaterThan(500);
});

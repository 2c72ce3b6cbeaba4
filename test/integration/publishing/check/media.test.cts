import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { ROOT } from '../../../harness/paths.cjs';
import { refusedWhenDue, type DuePost } from '../../../service/networks/due.cjs';
import { providers as known, type ImageRef as ServiceImage } from '../../../service/providers.cjs';
import {
	check,
	partsOf,
	times,
	type FileKind,
} from '../../../unit/publishing/check/mediaKinds.cjs';

const referenceTo = ({ reference }: MediaFile) => reference as ServiceImage;

/** The same files, as the networks of the sandbox see them. */
const dueOf = (parts: FileKind[][], settings: IDataObject = {}): DuePost => ({
	texts: parts.map(() => 'Tea'),
	files: partsOf(parts).map(({ files }) =>
		files.map(({ kind, ending, pixels }) => ({
			kind: kind === 'video' ? 'video' : 'picture',
			ending,
			...pixels,
		})),
	),
	settings,
});

/** Settings that affect the rules of a network. */
const VARIANTS: Record<string, IDataObject[]> = {
	facebook: [{}, { post_type: 'story' }],
	instagram: [{}, { is_trial_reel: true }, { audio: { id: 's' } }],
	'instagram-standalone': [{}, { is_trial_reel: true }],
	linkedin: [{}, { post_as_images_carousel: true }],
	'linkedin-page': [{}, { post_as_images_carousel: true }],
	reddit: [{}, { subreddit: [{ value: { type: 'media' } }] }],
	x: [{}, { post_type: 'article', article_status: 'published' }],
};
const KINDS: FileKind[] = ['png', 'jpeg', 'webp', 'mp4', 'cover', '400x300', '800x600', '10x10'];

describe.each(Object.keys(known).filter((identifier) => identifier !== 'kick'))(
	'%s: the node refuses what the service or the network refuses, and nothing else',
	(identifier) => {
		const { rules = [], drops } = known[identifier];

		test.each((VARIANTS[identifier] ?? [{}]).map((settings) => [settings]))(
			'with %j',
			async (settings) => {
				const kinds = fc.array(fc.constantFrom(...KINDS), { maxLength: 6 });
				const many = fc.tuple(fc.integer({ min: 5, max: 40 }), fc.constantFrom(...KINDS));
				const files = fc.oneof(
					kinds,
					many.map(([count, kind]) => times(count, kind)),
				);
				const later = fc.array(files, { maxLength: drops ? 0 : 2 });
				await fc.assert(
					fc.asyncProperty(files, later, async (first, others) => {
						const parts = partsOf([first, ...others]);
						const [{ files: own }] = parts;
						const pixels = new Map(
							parts.flatMap(({ files: all }) =>
								all.map((file) => [referenceTo(file).path, file.pixels] as const),
							),
						);
						const candidate = {
							segments: parts.map(({ content, files: all }) => ({
								content,
								image: all.map(referenceTo),
							})),
							settings,
							measure: async (path: string) => pixels.get(path)!,
						};
						const broken = await Promise.all(
							rules.map(async (rule) => await rule.breaks(candidate)),
						);
						const message = rules.find((_rule, index) => broken[index])?.message;
						// A picture that can't be measured is only rejected by the service.
						const isUnmeasured =
							/pixels|same width/.test(message ?? '') && own.some((file) => !file.pixels);
						if (isUnmeasured) return;
						const all = [first, ...others];
						const due = refusedWhenDue(identifier, dueOf(all, settings));
						expect(check(identifier, all, settings).length > 0).toBe(
							(message ?? due) !== undefined,
						);
					}),
					{ numRuns: 150 },
				);
			},
		);
	},
);

interface Recorded {
	network: string;
	title: string;
	files: string[][];
	settings?: IDataObject;
	taken?: true;
}

test('files are refused as a running instance refused them, or as networks do when the post is due', () => {
	const { cases } = JSON.parse(
		readFileSync(join(ROOT, 'test/fixtures/recorded/media.json'), 'utf8'),
	) as { cases: Recorded[] };
	const differing = cases
		// It rejects everything but drafts, whatever the files are.
		.filter(({ network }) => network !== 'kick')
		.filter(({ network, files, settings, taken }) => {
			const kinds = files.map((own) =>
				own.map((kind) => (kind === 'mp4 with cover' ? 'cover' : (kind as FileKind))),
			);
			const isLost = known[network].drops === 'laterMedia' && files.slice(1).flat().length > 0;
			const isTaken = taken && !isLost && !refusedWhenDue(network, dueOf(kinds, settings));
			return (check(network, kinds, settings).length === 0) !== Boolean(isTaken);
		})
		.map(({ network, title, taken }) => `${network}, ${title}: ${taken ? 'taken' : 'refused'}`);
	expect(differing).toEqual([]);
	expect(cases.length).toBeGreaterThan(500);
});

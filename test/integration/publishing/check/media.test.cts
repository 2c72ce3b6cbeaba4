import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { MediaFile } from '../../../../nodes/Postiz/media/mediaFile';
import { providers as known, type ImageRef as ServiceImage } from '../../../service/providers.cjs';
import {
	check,
	partsOf,
	times,
	type FileKind,
} from '../../../unit/publishing/check/mediaKinds.cjs';

const referenceTo = ({ reference }: MediaFile) => reference as ServiceImage;

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
	'%s: the node refuses what the service refuses, and nothing else',
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
						expect(check(identifier, [first, ...others], settings).length > 0).toBe(
							message !== undefined,
						);
					}),
					{ numRuns: 150 },
				);
			},
		);
	},
);

import { withoutKey } from '../../values/postKey';
import { toPlannedPost, type CalendarPost } from '../../calendar/post';
import { buildSettings } from '../../channels/settings';
import { findSettingChannels, withoutIdle } from '../../channels/settingChannels';
import { findTarget } from '../../channels/targets';
import { providerName } from '../../providers';
import type { FileSource } from '../../media/fileSource';
import type { Uploads } from '../../media/uploads';
import { toContent, toTextTarget, type TextTarget } from '../../text/content';
import type { Channel } from '../../transport/types';
import { removeUnstorable } from '../../values/characters';
import { toFormPosts } from './formPosts';
import { carryOver } from './carryOver';
import { makeKey } from './key';
import { mendPost } from './mend';
import { followFiles, parseJsonSettings, unknownKeys } from './settings';
import { withoutTitle, withTitle } from './titles';
import type {
	ItemOptions,
	Origin,
	PlannedItem,
	PlannedPart,
	PlannedPost,
	WrittenItem,
	WrittenPart,
	WrittenPost,
} from '../types';

/** The files that a post names. */
export const filesNamedBy = ({
	parts,
	settingFiles,
}: Pick<WrittenPost, 'parts' | 'settingFiles'>) => [
	...parts.flatMap(({ files }) => files),
	...Object.values(settingFiles),
];

/** Opens the files of an item that go to all its channels. */
export async function openItem({ written, previewsOnly }: WrittenItem, uploads: Uploads) {
	const posts = Array.isArray(written) ? written : [{ parts: written.parts, settingFiles: {} }];
	await uploads.open(posts.flatMap(filesNamedBy), previewsOnly);
}

interface Planning {
	channels: Channel[];
	uploads: Uploads;
	timezone: string;
	/** The existing posts to change, by channel ID. */
	existing?: ReadonlyMap<string, CalendarPost>;
}

/** Plans the posts of an item: channels, settings and texts. Throws {@link Problem} if a channel accepts no posts. */
export async function planItem(
	{ written, ...item }: WrittenItem,
	planning: Planning,
): Promise<PlannedItem> {
	const { channels, uploads } = planning;
	const { posts, disabled, unusedNetworks } = Array.isArray(written)
		? { posts: written, disabled: [], unusedNetworks: [] }
		: toFormPosts(written, channels);
	await uploads.open(posts.flatMap(filesNamedBy), item.previewsOnly);
	const corrections = new Set(item.corrections);
	const mended = new Set<string>();
	return {
		...item,
		shared: removeUnstorable(item.shared, () => mended.add('Tags')),
		posts: posts.map((post) => planPost(post, item, planning, { corrections, mended })),
		corrections,
		mended,
		disabled,
		unusedNetworks,
	};
}

function planPost(
	post: WrittenPost,
	item: ItemOptions,
	{ channels, uploads, timezone, existing }: Planning,
	{ corrections, mended }: Pick<PlannedItem, 'corrections' | 'mended'>,
): PlannedPost {
	const { skipsValidation, keeps, adapts } = item;
	const note = (correction: string) => corrections.add(correction);
	const { choice, form, parts: writtenParts } = post;
	const json = withoutKey(post.json);
	const target = findTarget(choice, channels);
	const { identifier, provider } = target;
	const isExact = !form && skipsValidation;
	const there = existing?.get(target.id);
	const before = there && toPlannedPost(there);
	const given = form
		? buildSettings(identifier, provider, form, { json, timezone, hasPresets: !before })
		: isExact
			? json
			: parseJsonSettings(json, target, { timezone, note });
	const own = findSettingChannels(given, target, channels);
	const all = { ...(before && withoutTitle(before.settings, provider, before.parts)), ...own };
	const { settings, notes } = form ? withoutIdle(all, provider) : { settings: all };
	const text = toTextTarget(provider, settings);
	const merges = adapts && writtenParts.length > 1 && provider?.ignoresThreads === true;
	const parts = merges
		? [mergeParts(post, text, uploads)]
		: writtenParts.map((part) => planPart(part, post.format, text, uploads));
	const settingFiles = planSettingFiles(post.settingFiles, uploads);
	const files = writtenParts.map((part) => part.files.map((file) => uploads.fileOf(file)));
	const planned: PlannedPost = {
		origin: originOf(form),
		key: makeKey(item, { post, settings: own, provider, files, settingFiles }),
		target,
		settings,
		unknown: unknownKeys(json, provider),
		parts,
		settingFiles,
		adapts,
		notes,
	};
	const storable = mendPost(planned, (place) => mended.add(place));
	const kept = before ? carryOver(storable, before, keeps) : storable;
	if (isExact) return kept;
	const titled = withTitle(kept.settings, provider, kept.parts, (name) => {
		if (!form) note(`${providerName(identifier)}: ${name} is the first line of the text`);
	});
	return { ...kept, settings: followFiles(titled, provider, kept.parts, adapts) };
}

function originOf(form: WrittenPost['form']): Origin {
	if (!form) return 'json';
	return form.provider === undefined ? 'form' : 'formWithSettings';
}

/** Renders the text of a part for its network, and adds its opened files. */
export function planPart(
	{ text, files, ...part }: WrittenPart,
	format: WrittenPost['format'],
	target: TextTarget,
	uploads: Uploads,
): PlannedPart {
	const written = { texts: [text], format };
	return {
		...part,
		content: toContent(written, target),
		written,
		files: files.map((file) => uploads.fileOf(file)),
	};
}

/** Maps settings that name a file to the opened files. */
export function planSettingFiles(files: Record<string, FileSource>, uploads: Uploads) {
	return Object.fromEntries(
		Object.entries(files).map(([name, file]) => [name, uploads.fileOf(file)]),
	);
}

function mergeParts({ parts, format }: WrittenPost, target: TextTarget, uploads: Uploads) {
	const written = { texts: parts.map(({ text }) => text), format };
	return {
		content: toContent(written, target),
		written,
		files: parts.flatMap(({ files }) => files.map((file) => uploads.fileOf(file))),
	};
}

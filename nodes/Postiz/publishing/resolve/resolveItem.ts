import type { IDataObject } from 'n8n-workflow';

import { requireTarget } from '../../channels/target';
import { removeFingerprint } from '../../common/fingerprint';
import type { FileInspector, InspectOptions } from '../../media/fileInspector';
import type { FileSource } from '../../media/fileSource';
import type { Network, Markup } from '../../networks/networkTypes';
import { getTextRequirements } from '../../networks/textRequirements';
import type { PostSource, Part, DesiredPost } from '../../posts/desiredPost';
import type { Item, PartInput, PostInput } from '../../posts/item';
import { fetchAndAddMaxLength } from '../../posts/limits/fetchAndAddMaxLength';
import { listPostFiles } from '../../posts/postFiles';
import type { Run } from '../../posts/run/run';
import type { ResolvedItem } from '../../posts/run/runSteps';
import { dropIneffective } from '../../settings/buildSettings';
import { addDefaultTitles, fitSettingsToFiles } from '../../settings/settingsFromContent';
import { toContent } from '../../text/content';
import { getComparableText } from '../../text/sameContent';
import type { Channel } from '../../transport/apiTypes';
import { adaptToNetwork } from './adaptToNetwork';
import { createFingerprint } from './createFingerprint';
import { resolveFormPosts } from './formPosts';
import { toPostSettings, findUnknownSettings } from './postSettings';
import { resolveNames } from './resolveNames';
import { resolveSettingChannels } from './resolveSettingChannels';

/** Inspects the files that all channels of an item share, so that {@link resolveItem} can use them. */
export async function inspectFiles(
	{ input }: Item,
	inspector: FileInspector,
	options: InspectOptions,
): Promise<void> {
	const posts =
		input.kind === 'form' ? [{ parts: input.form.parts, settingFiles: {} }] : input.posts;
	await inspector.inspect(posts.flatMap(listPostFiles<FileSource>), options);
}

/**
 * Resolves an item to a post per channel: finds channels, renders texts, reads settings, and inspects their files like
 * {@link inspectFiles}. Uploads nothing. Throws {@link Problem} if a channel can't be used.
 */
export async function resolveItem(
	item: Item,
	run: Run,
	options: InspectOptions,
): Promise<ResolvedItem> {
	const { client, inspector } = run;
	const channels = await client.fetchChannels();
	const { input } = item;
	const { posts, disabled, unusedSettingsLabels } =
		input.kind === 'form'
			? resolveFormPosts(input.form, channels)
			: { posts: input.posts, disabled: [], unusedSettingsLabels: [] };
	await inspector.inspect(
		posts.flatMap(({ settingFiles }) => Object.values(settingFiles)),
		options,
	);
	const unadaptedPosts = posts.map((post, postIndex) =>
		toDesiredPost(post, item, postIndex, { run, channels }),
	);
	return {
		item,
		desiredPosts: await Promise.all(
			unadaptedPosts.map(async (post) => {
				const withResolvedNames = isUnvalidatedJson(post)
					? post
					: await resolveNames(post, client, item);
				const adapted = adaptToNetwork(
					await fetchAndAddMaxLength(withResolvedNames, run.fetchChannelCapabilities),
				);
				return { ...adapted, comparableText: getComparableText(adapted.parts[0]?.content ?? '') };
			}),
		),
		disabledChannels: disabled,
		unusedSettingsLabels,
	};
}

function toDesiredPost(
	input: PostInput,
	item: Item,
	postIndex: number,
	{ run, channels }: { run: Run; channels: Channel[] },
): Omit<DesiredPost, 'comparableText'> {
	const { inspector, timezone } = run;
	const post = { ...input, jsonSettings: removeFingerprint(input.jsonSettings) };
	const target = requireTarget(post.channel, channels);
	const { network } = target;
	const source = getSource(post.formSettings);
	const isUnvalidated = isUnvalidatedJson({ item, source });
	const entered = toPostSettings(post, target, { isUnvalidated, timezone });
	const withChannelIds = resolveSettingChannels(entered, target, channels);
	const settings = post.formSettings ? dropIneffective(withChannelIds, network) : withChannelIds;
	const settingFiles = getSettingFiles(post.settingFiles, inspector);
	const parts = renderParts(post, getTextRequirements(network, settings).markup, inspector, {
		isOnePart: item.adaptsIfUnsupported && network?.ignoresThreads === true,
	});
	const files = post.parts.map((part) =>
		part.files.map((file) => inspector.getInspectedFile(file)),
	);
	const fingerprintInput = { post, settings: withChannelIds, network, files, settingFiles };
	const desired = {
		item,
		postIndex,
		source,
		fingerprint: createFingerprint(item, fingerprintInput),
		time: Date.parse(item.requestFields.date),
		target,
		parts,
		settings: isUnvalidated
			? settings
			: completeSettings(settings, network, parts, item.adaptsIfUnsupported),
		settingFiles,
		unknownSettings: findUnknownSettings(post.jsonSettings, network),
		adaptsIfUnsupported: item.adaptsIfUnsupported,
	};
	return { ...desired, sentRecord: run.journal.getRecord(desired) };
}

/** True for JSON that isn't validated. */
const isUnvalidatedJson = ({ item, source }: Pick<DesiredPost, 'item' | 'source'>): boolean =>
	source === 'json' && item.skipsValidation;

/** Adds settings that depend on the text and the files. */
const completeSettings = (
	settings: IDataObject,
	network: Network | undefined,
	parts: Part[],
	adapts: boolean,
): IDataObject =>
	fitSettingsToFiles(addDefaultTitles(settings, network, parts), network, parts, { adapts });

function getSource(formSettings: PostInput['formSettings']): PostSource {
	if (!formSettings) return 'json';
	return formSettings.provider === undefined ? 'formWithoutSettings' : 'formWithSettings';
}

function renderParts(
	{ parts, format }: PostInput,
	markup: Markup,
	inspector: FileInspector,
	{ isOnePart }: { isOnePart: boolean },
): Part[] {
	if (!isOnePart || parts.length < 2) {
		return parts.map((part) => renderPart(part, format, markup, inspector));
	}
	const textInput = { texts: parts.map(({ text }) => text), format };
	const files = parts.flatMap((part) => part.files.map((file) => inspector.getInspectedFile(file)));
	return [{ content: toContent(textInput, markup), textInput, files }];
}

/** Renders the text of a part for its network, and adds its files. */
export function renderPart(
	{ text, files, ...part }: PartInput,
	format: PostInput['format'],
	markup: Markup,
	inspector: FileInspector,
): Part {
	const textInput = { texts: [text], format };
	return {
		...part,
		content: toContent(textInput, markup),
		textInput,
		files: files.map((file) => inspector.getInspectedFile(file)),
	};
}

/** Returns the inspected files of settings, by name. */
export const getSettingFiles = (
	files: Record<string, FileSource>,
	inspector: FileInspector,
): DesiredPost['settingFiles'] =>
	Object.fromEntries(
		Object.entries(files).map(([name, file]) => [name, inspector.getInspectedFile(file)]),
	);

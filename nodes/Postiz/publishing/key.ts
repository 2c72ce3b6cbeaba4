import type { IDataObject } from 'n8n-workflow';

import { digest, type PostKey } from '../values/postKey';
import { isPostablePath } from '../media/fileType';
import type { MediaFile } from '../media/mediaFile';
import type { Provider } from '../providers/types';
import { isEmpty, unwrap } from '../values/read';
import { parseAddress, withoutFragment } from '../values/webAddress';
import type { Content, Item, WrittenPost } from './shapes';

/** What a post is made from, as entered: before texts are rendered, cut or completed. */
export interface KeySource {
	post: Pick<WrittenPost, 'parts' | 'format'>;
	/** With IDs instead of names, without files. */
	settings: IDataObject;
	provider?: Provider;
	/** The files of the parts, and those of settings. */
	files: MediaFile[][];
	settingFiles: Content['settingFiles'];
}

/**
 * The key of a post. Options that only say how to behave, such as Skip Validation, don't belong to it: if they change,
 * the post is still the same. Nothing is read to make it: a file is its start and size, or its address.
 */
export function makeKey(
	{ shared, isDated, rowId }: Pick<Item, 'shared' | 'isDated' | 'rowId'>,
	{ post, settings, provider, files, settingFiles }: KeySource,
): PostKey {
	const { type, date, tags, inter, shortLink } = shared;
	return {
		when: isDated ? date.slice(0, 16) : null,
		text: digest(post.parts.map(({ text }) => normalized(text))),
		files: digest(files.map((own) => own.map(identify))),
		rest: digest([
			{
				...stated(settings, provider),
				...Object.fromEntries(
					Object.entries(settingFiles).map(([name, file]) => [name, identify(file)]),
				),
			},
			files.map((own) => own.map(altOf)),
			post.parts.map(({ delay = 0 }) => delay),
			[...new Set(tags.map(({ label }) => label))].sort(),
			inter ?? 0,
			shortLink,
			post.format,
		]),
		isDraft: type === 'draft',
		row: rowId === undefined ? null : digest(['row', rowId]),
	};
}

/** Blanks at the ends of lines mean nothing. */
const normalized = (text: string) =>
	text
		.normalize('NFC')
		.replace(/\r\n?/g, '\n')
		.replace(/(?<![^\S\n])[^\S\n]+$/gm, '')
		.trim();

const altOf = ({ alt, reference }: MediaFile) => alt ?? reference?.alt;

/** Settings that differ from their default. */
function stated(settings: IDataObject, provider: Provider | undefined): IDataObject {
	const isDefault = ([name, value]: [string, unknown]) => {
		const preset = unwrap(provider?.fields.find((field) => field.name === name)?.default);
		return isEmpty(value) || value === preset || (preset === undefined && value === false);
	};
	const others = Object.entries(settings).filter(([name]) => name !== '__type');
	return Object.fromEntries(others.filter((entry) => !isDefault(entry))) as IDataObject;
}

/** What identifies a file: its start and size, or its address. Signatures in addresses differ each time. */
function identify({ local, url, reference, cover, coverAt }: MediaFile): unknown {
	const more = cover || coverAt !== undefined ? [cover && identify(cover), coverAt] : [];
	if (local) return [local.size, local.digest, ...more];
	if (url !== undefined) return [addressOf(url), ...more];
	const { path, thumbnail, thumbnailTimestamp } = reference!;
	const own = thumbnail || thumbnailTimestamp !== undefined ? [thumbnail, thumbnailTimestamp] : [];
	return [addressOf(path), ...(more.length > 0 ? more : own)];
}

/** Parameters that sign an address, of Amazon, Google, Discord and others. */
const SIGNATURE =
	/^(?:x-(?:amz|goog)-.+|awsaccesskeyid|googleaccessid|signature|expires|policy|key-pair-id|token|ex|is|hm)$/i;

/** An address without its signature. Other parameters may draw the picture, such as `card.png?title=Monday`. */
function addressOf(url: string): string {
	const address = withoutFragment(url);
	const parsed = isPostablePath(address.toLowerCase()) ? parseAddress(address) : undefined;
	if (!parsed) return address;
	const { searchParams } = parsed;
	// In Azure, all parameters belong to the signature.
	const isOfAzure = searchParams.has('sig');
	for (const name of [...searchParams.keys()]) {
		if (isOfAzure || SIGNATURE.test(name)) searchParams.delete(name);
	}
	return parsed.href;
}

import { ignoreUnlessBug } from '../../common/problem';
import { parseAddress } from '../../common/webAddress';
import { useAndDestroy } from '../../media/byteStream';
import type { LocalFile } from '../../media/localFile';
import type { MediaFile } from '../../media/mediaFile';
import { getFileName } from './formatPreview';
import { safeHtml, type Html } from './safeHtml';

// Many mail servers reject files over 10 MB, and base64 adds a third.
const MAX_PICTURE_BYTES = 1_500_000;
const MAX_TOTAL_BYTES = 6_000_000;

/** The pictures of a page. Pictures of items are embedded in the style sheet, as n8n removes data URLs from `img`. */
export class EmbeddedPictures {
	/** Class names by file key. */
	private readonly classNames = new Map<string, string>();
	private readonly rules: string[] = [];
	private bytesLeft = MAX_TOTAL_BYTES;

	constructor(private readonly isForClient: boolean) {}

	/** Embeds the pictures of a post, except large ones. */
	async add(files: MediaFile[]): Promise<void> {
		for (const { kind, local, cover } of files) {
			if (cover) await this.add([cover]);
			if (kind !== 'image' || !local) continue;
			const key = getKey(local);
			if (this.classNames.has(key) || local.size > Math.min(MAX_PICTURE_BYTES, this.bytesLeft))
				continue;
			// A missing file fails when the post is sent. The preview only shows its name.
			const bytes = await readBytes(local).catch(ignoreUnlessBug);
			const mime = local.type.mime;
			if (!bytes || !/^image\/(png|jpeg|gif|webp)$/.test(mime)) continue;
			this.bytesLeft -= bytes.length;
			const name = `p${this.rules.length}`;
			const { width, height } = local.metadata?.pixels ?? { width: 4, height: 3 };
			this.rules.push(
				`.${name}{aspect-ratio:${width}/${height};background-image:url("data:${mime};base64,${bytes.toString('base64')}")}`,
			);
			this.classNames.set(key, name);
		}
	}

	/** CSS rules, which need no escaping: they only contain MIME types, numbers and base64. */
	get style(): string {
		return this.rules.join('\n');
	}

	/** Renders a picture, or the name of any other file. The name of a video on the web is a link. */
	renderFile(file: MediaFile): Html {
		const { kind, cover, coverAt, alt } = file;
		const isVideo = kind === 'video';
		const name = getFileName(file);
		const picture = this.renderPicture(isVideo ? cover : file, alt ?? name);
		const address = isVideo && getWebAddress(file);
		const isNamed = isVideo || !picture || !this.isForClient;
		return safeHtml`<figure class="${!picture && 'named'}">${picture}<figcaption>${isVideo && '▶ '}${
			isNamed &&
			(address ? safeHtml`<a href="${address}" rel="noopener noreferrer">${name}</a>` : name)
		}${coverAt !== undefined && ` · cover at ${coverAt / 1000} s`}${
			alt && safeHtml`${isNamed && safeHtml`<br />`}Alt text: ${alt}`
		}</figcaption></figure>`;
	}

	private renderPicture(file: MediaFile | undefined, alt: string): Html | undefined {
		if (file?.kind !== 'image') return undefined;
		if (file.local) {
			const name = this.classNames.get(getKey(file.local));
			return name
				? safeHtml`<div class="picture ${name}" role="img" aria-label="${alt}">${alt}</div>`
				: undefined;
		}
		const address = getWebAddress(file);
		return address
			? safeHtml`<img class="picture" src="${address}" alt="${alt}" loading="lazy" referrerpolicy="no-referrer" />`
			: undefined;
	}
}

/** Returns the address of a file on the web, if it is safe to show. */
function getWebAddress({ url, reference }: MediaFile): string | undefined {
	const address = parseAddress(url ?? String(reference?.path ?? ''));
	const isSafe = address && /^https?:$/.test(address.protocol) && !address.username;
	return isSafe ? address.href : undefined;
}

const getKey = ({ digest, size }: LocalFile) => `${digest} ${size}`;

async function readBytes(file: LocalFile): Promise<Buffer> {
	return await useAndDestroy(await file.open(), async (opened) => {
		const chunks: Uint8Array[] = [];
		for await (const chunk of opened) chunks.push(chunk);
		return Buffer.concat(chunks);
	});
}

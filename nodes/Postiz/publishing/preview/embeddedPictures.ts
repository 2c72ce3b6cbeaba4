import { useFile, type LocalFile } from '../../media/localFile';
import type { MediaFile } from '../../media/mediaFile';
import { ignoreExternal } from '../../common/problem';
import { parseAddress } from '../../common/webAddress';
import { fileName } from './previewPost';
import { markup, type Html } from './previewText';

/** In bytes: of a picture inside the page, and of all of them. Many mail servers refuse files above 10 MB. */
const MAX_PICTURE = 1_500_000;
const MAX_PICTURES = 6_000_000;

/** The pictures of a page: those of items stand in its style, as n8n removes them from `img`; without styles, names stay. */
export class Pictures {
	/** By file. */
	private readonly classes = new Map<string, string>();
	private readonly rules: string[] = [];
	private left = MAX_PICTURES;

	constructor(private readonly isForClient: boolean) {}

	/** Reads the pictures of a post that are not too large. */
	async add(files: MediaFile[]): Promise<void> {
		for (const { kind, local, cover } of files) {
			if (cover) await this.add([cover]);
			if (kind !== 'image' || !local) continue;
			const key = keyOf(local);
			if (this.classes.has(key) || local.size > Math.min(MAX_PICTURE, this.left)) continue;
			// A file that is gone fails when the post is sent; here, its name is enough.
			const bytes = await readAll(local).catch(ignoreExternal);
			const mime = local.type.mime;
			if (!bytes || !/^image\/(png|jpeg|gif|webp)$/.test(mime)) continue;
			this.left -= bytes.length;
			const name = `p${this.rules.length}`;
			const { width, height } = local.facts?.pixels ?? { width: 4, height: 3 };
			this.rules.push(
				`.${name}{aspect-ratio:${width}/${height};background-image:url("data:${mime};base64,${bytes.toString('base64')}")}`,
			);
			this.classes.set(key, name);
		}
	}

	/** CSS rules, made of nothing but types, numbers and base64. */
	get style(): string {
		return this.rules.join('\n');
	}

	/** A file of a post: the picture, or else its name. A video can be opened where it lies on the web. */
	show(file: MediaFile): Html {
		const { kind, cover, coverAt, alt } = file;
		const isVideo = kind === 'video';
		const name = fileName(file);
		const picture = this.picture(isVideo ? cover : file, alt ?? name);
		const address = isVideo && addressOf(file);
		const isNamed = isVideo || !picture || !this.isForClient;
		return markup`<figure class="${!picture && 'named'}">${picture}<figcaption>${isVideo && '▶ '}${
			isNamed &&
			(address ? markup`<a href="${address}" rel="noopener noreferrer">${name}</a>` : name)
		}${coverAt !== undefined && ` · cover at ${coverAt / 1000} s`}${
			alt && markup`${isNamed && markup`<br />`}Alt text: ${alt}`
		}</figcaption></figure>`;
	}

	private picture(file: MediaFile | undefined, alt: string): Html | undefined {
		if (file?.kind !== 'image') return undefined;
		if (file.local) {
			const name = this.classes.get(keyOf(file.local));
			return name
				? markup`<div class="picture ${name}" role="img" aria-label="${alt}">${alt}</div>`
				: undefined;
		}
		const address = addressOf(file);
		return address
			? markup`<img class="picture" src="${address}" alt="${alt}" loading="lazy" referrerpolicy="no-referrer" />`
			: undefined;
	}
}

/** Where a file lies on the web, if that can be shown. */
function addressOf({ url, reference }: MediaFile): string | undefined {
	const address = parseAddress(url ?? String(reference?.path ?? ''));
	const isSafe = address && /^https?:$/.test(address.protocol) && !address.username;
	return isSafe ? address.href : undefined;
}

const keyOf = ({ digest, size, label }: LocalFile) => `${digest ?? label} ${size}`;

async function readAll(file: LocalFile): Promise<Buffer> {
	return await useFile(await file.open(), async (opened) => {
		const chunks: Uint8Array[] = [];
		for await (const chunk of opened) chunks.push(chunk);
		return Buffer.concat(chunks);
	});
}

import { shortenUrl } from '../common/text';

const DRIVE_LINK =
	/^https:\/\/(?:drive|docs)\.google\.com\/(?:a\/[\w.-]+\/)?(?:u\/\d+\/)?(?:file\/(?:u\/\d+\/)?d\/|(?:open|uc)\?(?:.*&)?id=)([\w-]+)/i;

const DROPBOX_LINK = /^https:\/\/(?:www\.)?dropbox\.com\/(?:s|scl)\//i;

/** Converts a share link to the address of its file. Escapes stray % and #. */
export function toDownloadAddress(link: string): string {
	const [, id] = DRIVE_LINK.exec(link) ?? [];
	if (id !== undefined) {
		return `https://drive.usercontent.google.com/download?id=${id}&export=download&confirm=t`;
	}
	if (DROPBOX_LINK.test(link)) {
		const address = new URL(link);
		address.searchParams.set('dl', '1');
		return address.href;
	}
	return link
		.replace(/%(?![\da-f]{2})/gi, '%25')
		.replace(/#(?=[^#]*\.(?:png|jpe?g|gif|webp|mp4)$)/i, '%23');
}

const DRIVE_DOWNLOAD = /^https:\/\/drive\.usercontent\.google\.com\/download\?id=([\w-]+)&.*/;

/** Shortens the address of a file for messages. For Google Drive, returns the link that people know. */
export const shortenFileAddress = (address: string): string =>
	shortenUrl(address.replace(DRIVE_DOWNLOAD, 'https://drive.google.com/file/d/$1'));

/** The start of a sentence about the file at an address. */
export const getUrlLabel = (url: string): string => `The file at ${shortenFileAddress(url)}`;

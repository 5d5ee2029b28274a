<?php
// What an author sees of a block in the editor: which widget it is, and what will stand there. No script of ours runs
// in the editor.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** Of these the shop's own words stand in the page, and in the editor as well. */
const WITH_WORDS = ['checkout.counter', 'checkout.panel', 'checkout.store', 'checkout.product', 'login.header'];

/** The editor draws each block by a request to the REST API, where readers see none. */
function is_editor(): bool
{
    return defined('REST_REQUEST') && REST_REQUEST;
}

/** Which widget it is, and of which good. */
function name_plate(string $title, array $given): string
{
    $chosen = [$given['item'] ?? '', $given['ref'] ?? ''];
    $goods = $chosen[1] === '' ? [] : array_filter(goods(), fn(array $one): bool => [$one['item'], $one['ref']] === $chosen);
    return '<p class="newsstand-plate">' . esc_html(implode(': ', [__($title, 'newsstand'), ...array_column($goods, 'name')])) . '</p>';
}

function words_or_sketch(string $name, array $given): string
{
    $words = in_array($name, WITH_WORDS, true) ? (string) preg_replace('~<noscript\b.*?</noscript\s*>~s', '', fallback($name, $given)) : '';
    // The editor's frame has no address by which those of pictures could be read.
    return trim(wp_strip_all_tags($words)) === '' ? sketch($name, ($given['item'] ?? '') === 'sized-product') : str_replace(' src="/', ' src="' . esc_url(home_url('/')), $words);
}

/** The parts of a widget, as far as one sees from across the room. */
function sketch(string $name, bool $is_sized = false): string
{
    $parts = array_map(fn(array $part): string => sprintf('<span class="newsstand-%s">%s</span>', $part[0], esc_html($part[1] ?? '')), parts_of($name, $is_sized));
    return '<span class="newsstand-sketch">' . implode('', $parts) . '</span>';
}

/** Each part is what it is (heading, field, button, card, row, lines, picture, tab), with its words. */
function parts_of(string $name, bool $is_sized): array
{
    $heading = fn(string $words): array => ['heading', $words];
    $field = fn(string $words): array => ['field', $words];
    $button = fn(string $words): array => ['button', $words];
    $card = fn(string $words = ''): array => ['card', $words];
    $row = fn(string $words = ''): array => ['row', $words];
    $lines = ['lines'];
    $sizes = array_map(fn(string $size): array => ['field', $size], ['S', 'M', 'L', 'XL']);
    $name_and_address = [$field(__('Full name', 'newsstand')), $field(__('Email', 'newsstand')), $field(__('Address', 'newsstand'))];
    $save = $button(__('Save', 'newsstand'));
    $log_in = [
        ['tab', __('Password', 'newsstand')], ['tab', __('Email code', 'newsstand')], ['tab', __('Institution', 'newsstand')],
        $field(__('Email', 'newsstand')), $field(__('Password', 'newsstand')), $button(__('Log in', 'newsstand')),
    ];
    return match ($name) {
        'checkout.add' => [['price'], ...($is_sized ? $sizes : []), ['number', __('Quantity', 'newsstand')], $button(__('Add to Cart', 'newsstand'))],
        'checkout.store' => [$card(), $card(), $card(), $card()],
        'checkout.product' => [['picture'], $heading(__('Product', 'newsstand')), ['price'], $lines, ['number', __('Quantity', 'newsstand')], $button(__('Add to Cart', 'newsstand'))],
        'issue' => [['picture'], $heading(__('Issue', 'newsstand')), $lines, $button(__('In print', 'newsstand')), $button(__('As a file', 'newsstand'))],
        'checkout.table' => [$row(), $row(), $row(__('Total', 'newsstand')), $button(__('Check Out', 'newsstand'))],
        'checkout.page' => [
            $heading(__('Check Out', 'newsstand')), $row(__('What is in the cart', 'newsstand')), ...$name_and_address,
            $row(__('Total', 'newsstand')), $button(__('Proceed to Payment', 'newsstand')),
        ],
        'checkout.receipt' => [$heading(__('Receipt', 'newsstand')), $lines, $row(), $row(__('Total', 'newsstand'))],
        'checkout.invoice' => [$heading(__('Invoice', 'newsstand')), $row(), $row(__('Total', 'newsstand')), $field(__('Card', 'newsstand')), $button(__('Pay', 'newsstand'))],
        'mailing-list.form' => [$field(__('Email', 'newsstand')), $button(__('Write to me', 'newsstand'))],
        'mailing-list.popup' => [
            $row(__('Opens above the page, once a reader; here it takes no room', 'newsstand')), $field(__('Email', 'newsstand')), $button(__('Write to me', 'newsstand')),
        ],
        'login.page' => $log_in,
        'login.paywall' => [$heading(__('Log in to read on', 'newsstand')), ...$log_in, $button(__('Subscribe', 'newsstand'))],
        'subscribe.builder' => [
            $heading(__('Subscribe', 'newsstand')), $card(__('In print', 'newsstand')), $card(__('As a file', 'newsstand')),
            $card(__('1 year', 'newsstand')), $card(__('2 years', 'newsstand')), $card(__('3 years', 'newsstand')),
            $field(__('Coupon', 'newsstand')), $row(__('Total', 'newsstand')), $button(__('Proceed to Checkout', 'newsstand')),
        ],
        'subscribe.renew' => [
            $heading(__('Renew', 'newsstand')), $card(__('1 year', 'newsstand')), $card(__('2 years', 'newsstand')), $card(__('3 years', 'newsstand')),
            $row(__('Total', 'newsstand')), $field(__('Card', 'newsstand')), $button(__('Pay', 'newsstand')),
        ],
        'subscribe.donate' => [
            $heading(__('Donate', 'newsstand')), $card(__('Once', 'newsstand')), $card(__('Each month', 'newsstand')), $field(__('Amount', 'newsstand')), $button(__('Donate', 'newsstand')),
        ],
        'subscribe.redeem' => [$heading(__('A gift for you', 'newsstand')), $lines, ...$name_and_address, $button(__('Redeem a gift', 'newsstand'))],
        'account.overview' => [
            $heading(__('Your account', 'newsstand')), $row(__('Subscriptions', 'newsstand')), $row(__('Orders', 'newsstand')), $row(__('Addresses', 'newsstand')), $row(__('Card', 'newsstand')),
        ],
        'account.name' => [$heading(__('Change name', 'newsstand')), $field(__('Full name', 'newsstand')), $save],
        'account.email' => [$heading(__('Change email', 'newsstand')), $field(__('Email', 'newsstand')), $field(__('Password', 'newsstand')), $save],
        'account.address' => [$heading(__('Change addresses', 'newsstand')), $field(__('Full name', 'newsstand')), $field(__('Address', 'newsstand')), $save],
        'account.delete-address' => [$heading(__('Delete address', 'newsstand')), $lines, $button(__('Delete', 'newsstand'))],
        'account.payment' => [$heading(__('Change payment', 'newsstand')), $field(__('Card', 'newsstand')), $save],
        'account.subscription' => [$heading(__('Update your subscription', 'newsstand')), $card(__('In print', 'newsstand')), $card(__('As a file', 'newsstand')), $field(__('Address', 'newsstand')), $save],
        'account.donation' => [$heading(__('Your monthly donation', 'newsstand')), $row(__('Amount', 'newsstand')), $field(__('Card', 'newsstand')), $save],
        'account.renewal' => [$heading(__('Confirm a payment', 'newsstand')), $lines, $button(__('Confirm', 'newsstand'))],
        'account.sessions' => [$heading(__('Where you are logged in', 'newsstand')), $row(), $row(), $button(__('Log out', 'newsstand'))],
        'account.data' => [$heading(__('Your data', 'newsstand')), $lines, $button(__('Download', 'newsstand')), $button(__('Delete', 'newsstand'))],
        default => [],
    };
}

const SKETCHED = <<<'CSS'
[data-type^="newsstand/"] [data-widget],[data-type^="newsstand/"] .newsstand-plate+.newsstand-sketch{outline:1px dashed color-mix(in srgb,currentColor 45%,transparent);outline-offset:8px}
[data-type^="newsstand/"] [data-widget="mailing-list.popup"]{height:auto}
.newsstand-plate{margin:0 0 12px;font:600 12px/1.4 system-ui,sans-serif;letter-spacing:.04em;opacity:.75}
.newsstand-sketch{display:flex;flex-wrap:wrap;gap:10px;align-items:center;font:14px/1.4 system-ui,sans-serif}
.newsstand-sketch>*{box-sizing:border-box;padding:8px 12px;border-radius:var(--newsstand-radius,2px)}
.newsstand-heading{flex:1 0 100%;padding-inline:0!important;font-size:22px}
.newsstand-field{flex:1 0 100%;border:1px solid color-mix(in srgb,currentColor 45%,transparent);opacity:.8}
.newsstand-button{background:currentColor}
.newsstand-button::first-line{color:Canvas}
.newsstand-card{flex:1 1 130px;min-height:72px;background:color-mix(in srgb,currentColor 8%,transparent)}
.newsstand-row{flex:1 0 100%;border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent);min-height:38px;padding-inline:0!important}
.newsstand-lines{flex:1 0 100%;min-height:48px;background:repeating-linear-gradient(color-mix(in srgb,currentColor 14%,transparent) 0 8px,transparent 8px 18px)}
.newsstand-picture:is(span){flex:1 1 260px;aspect-ratio:1;max-width:320px;background:color-mix(in srgb,currentColor 10%,transparent)}
.newsstand-price:is(span){flex:1 0 100%;padding:0!important;min-height:18px;background:linear-gradient(color-mix(in srgb,currentColor 18%,transparent) 0 0) 0/64px 100% no-repeat}
.newsstand-number{border:1px solid color-mix(in srgb,currentColor 45%,transparent)}
.newsstand-tab{border-bottom:2px solid color-mix(in srgb,currentColor 35%,transparent)}
CSS;

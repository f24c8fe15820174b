"""Turns: nobody's many requests are before another's first."""

import asyncio

from turnstone.server.turns import Turns


async def _served(turns: Turns, clients: str, order: list[str]) -> None:
    async def ask(client: str) -> None:
        async with turns.turn(client):
            order.append(client)
            await asyncio.sleep(0.005)

    await asyncio.gather(*[ask(client) for client in clients])


def test_clients_take_turns() -> None:
    order: list[str] = []
    asyncio.run(_served(Turns(1, 1), "aaaaabbc", order))
    assert "".join(order) == "aabcabaa"


def test_one_client_never_has_all_places() -> None:
    order: list[str] = []
    asyncio.run(_served(Turns(3, 2), "aaaaab", order))
    assert "".join(order[:3]) == "aab"
    assert sorted(order) == list("aaaaab")


def test_who_gives_up_leaves_no_gap() -> None:
    async def given_up() -> list[str]:
        turns, order = Turns(1, 1), []

        async def ask(client: str) -> None:
            async with turns.turn(client):
                order.append(client)
                await asyncio.sleep(0.01)

        asked = [asyncio.create_task(ask(client)) for client in "abcd"]
        await asyncio.sleep(0)
        asked[1].cancel()  # in the queue
        asked[0].cancel()  # at work: c's turn comes, and he gives up at that very moment
        await asyncio.sleep(0)
        asked[2].cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await asyncio.wait_for(ask("e"), 1)
        return order

    assert asyncio.run(given_up()) == ["a", "d", "e"]

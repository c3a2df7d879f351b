"""A process reads the chat of a room as long as one of its own players is in the room."""

from server.tables import hall_with


async def test_a_room_is_read_until_the_last_one_here_leaves_it():
    async with hall_with("ada") as (server, (ada,)):
        talk = server.server_tables.services.chat
        await talk.enter("K7QF")
        await talk.enter("K7QF")
        await talk.say("K7QF", ada.account, "Hello")
        talk.leave("K7QF")
        assert [line.text for line in talk.lines("K7QF")] == ["Hello"]
        await server.store.say("K7QF", talk.lines("K7QF")[0])
        await talk.refresh_all()
        assert len(talk.lines("K7QF")) == 2
        talk.leave("K7QF")
        assert talk.lines("K7QF") == ()
        await talk.refresh("K7QF")
        assert talk.lines("K7QF") == (), "nobody reads it"
        await talk.enter("K7QF")
        assert len(talk.lines("K7QF")) == 2
